import { describe, expect, test } from "vitest";
import { drawCells, roomOf } from "../../../test-support/city";
import { costOf } from "../model/room";
import { figuresOf } from "../tiles/figures";
import { BADGE, labelsAhead, labelsOfOpen, placeBadges, type Badge, type Label } from "./badges";

const label = (room: number, text = "7", seats: number[] = [1]): Label => ({
  room,
  text,
  seats,
  kind: "open",
});
const boxOf = ({ x, y, width }: Badge) => ({
  ...{ x: x - width / 2, y: y - BADGE.height / 2 },
  ...{ width, height: BADGE.height },
});

describe("a badge", () => {
  test("tells what an open room is worth, and who would be paid most", () => {
    const paid = [
      { seat: 1, amount: 5 },
      { seat: 2, amount: 10 },
      { seat: 3, amount: 10 },
    ];
    expect(labelsOfOpen([roomOf(1, { value: 10, paid })])).toEqual([
      { room: 1, text: "10", seats: [2, 3], kind: "open" },
    ]);
    expect(labelsOfOpen([roomOf(1, { value: 4 })])).toEqual([
      { room: 1, text: "4", seats: [], kind: "nobody" },
    ]);
  });

  test("is left out where a room is closed, never pays, or is worth next to nothing", () => {
    const rooms = [
      roomOf(1, { value: 9, open_ends: 0 }),
      roomOf(2, { value: 9, pays: false }),
      roomOf(3, { value: 1 }),
    ];
    expect(labelsOfOpen(rooms)).toEqual([]);
  });

  test("covers no figure where there is another place", () => {
    const cells = drawCells("p1:2 p1\np1:3 p1:d");
    const [badge] = placeBadges({ cells }, [label(1)], 1);
    const figures = cells.flatMap((cell) =>
      figuresOf(cell).map((figure) => ({
        ...figure,
        ...{ x: figure.x + cell.at[0] * 100, y: figure.y + cell.at[1] * 100, weight: 1 },
      })),
    );
    expect(costOf(boxOf(badge!), figures)).toBe(0);
  });

  test("lies in its own room", () => {
    const cells = drawCells("p1:3 g2\ng2 g2");
    const [badge] = placeBadges({ cells }, [label(1)], 1);
    expect(badge!.x).toBeLessThan(100);
    expect(badge!.y).toBeLessThan(100);
  });

  test("lies over no other one", () => {
    const cells = drawCells("p1:1/g2:1");
    const [one, other] = placeBadges({ cells }, [label(1), label(2)], 1);
    expect(costOf(boxOf(one!), [{ ...boxOf(other!), weight: 1 }])).toBe(0);
  });

  test("of a room that is not on the board is left out", () => {
    expect(placeBadges({ cells: drawCells("p1") }, [label(5)], 1)).toEqual([]);
  });
});

test("while a tile is looked at, each part of a sum is written once, and what an open room would be worth", () => {
  const closing = (room: number, neighbours: number[]) => ({
    ...{ room, colour: "pink", value: 9, tiles: 2, dragons: 0, worth: 2, paid: [] },
    neighbours: neighbours.map((one) => ({ room: one, colour: "green", worth: one })),
  });
  const changes = {
    parts: [],
    closings: [closing(1, [2, 3]), closing(2, [1, 3])],
    rooms: [{ ...roomOf(4, { value: 6 }), joins: [] }],
  };
  const told = labelsAhead(changes, true).map(({ room, text, kind }) => `${room} ${text} ${kind}`);
  expect(told).toEqual(["1 2 closes", "2 2 closes", "3 +3 counts", "4 6 nobody"]);
  expect(labelsAhead(changes, false)).toHaveLength(3);
});
