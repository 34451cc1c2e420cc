import { expect, test } from "vitest";
import type { Step } from "../../../board/face";
import { paid } from "../../../test-support/samples";
import { sceneOf } from "./scoring";
import type { EmperorMove, EmperorTable } from "./view";

const TABLE = {
  regions: [
    {
      id: "wei",
      emissaries: [1, 2, 0],
      spaces: [
        { id: "wei-1", house: 2 },
        { id: "wei-2", house: 1 },
        { id: "wei-3", house: 2 },
        { id: "wei-4", house: null },
      ],
    },
    { id: "han", emissaries: [0, 3, 0], spaces: [{ id: "han-1", house: 2 }] },
  ],
  alliances: [{ number: 7, regions: ["wei", "han"] }],
} as unknown as EmperorTable;

const stepOf = (...of: Parameters<typeof paid>): Step<EmperorMove> => ({
  kind: "pay",
  seat: of[0],
  text: "",
  places: [],
  paid: paid(...of),
  source: "",
  line: null,
});

test("the houses of a region are counted for each seat", () => {
  const scene = sceneOf(TABLE, stepOf(2, 3, { source: "houses", where: "wei" }))!;
  expect(scene).toMatchObject({ kind: "houses", seat: 2, amount: 3, regions: ["wei"] });
  expect([...scene.counted]).toEqual([
    ["wei-1", { seat: 2, nth: 1 }],
    ["wei-2", { seat: 1, nth: 1 }],
    ["wei-3", { seat: 2, nth: 2 }],
  ]);
});

test("for an alliance the emissaries of both regions are compared", () => {
  const scene = sceneOf(TABLE, stepOf(2, 6, { source: "alliances", where: "7" }))!;
  expect(scene).toMatchObject({ kind: "alliance", number: 7, regions: ["wei", "han"] });
  expect([...scene.emissaries]).toEqual([
    [
      "wei",
      [
        { seat: 2, count: 2 },
        { seat: 1, count: 1 },
      ],
    ],
    ["han", [{ seat: 2, count: 3 }]],
  ]);
});

test("a row is counted from one end to the other", () => {
  const scene = sceneOf(TABLE, stepOf(2, 2, { source: "roads", where: "wei-3 han-1" }))!;
  expect(scene).toMatchObject({ kind: "road", row: ["wei-3", "han-1"], regions: [] });
  expect([...scene.counted.values()].map(({ nth }) => nth)).toEqual([1, 2]);
});

test("nothing is shown where nothing is paid", () => {
  expect(sceneOf(TABLE, null)).toBeNull();
  expect(sceneOf(TABLE, { ...stepOf(1, 1), paid: null })).toBeNull();
});
