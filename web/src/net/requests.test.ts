import { describe, expect, test, vi } from "vitest";
import { say } from "../i18n/say";
import { refusal, serve } from "../test-support/server";
import { get, patch, post, put, refusalOf, Refused, remove, Unreachable } from "./requests";
import { troubleOf } from "./trouble";

const PAGE = () => new Response("<html>Log in to the network</html>", { status: 200 });

describe("a request", () => {
  test("goes to the server's interface, with a header that pages of other sites cannot send", async () => {
    const asked = serve({ "GET /games": { games: [] } });
    expect(await get("/games")).toEqual({ games: [] });
    expect(asked).toEqual([{ request: "GET /games", headers: { "X-Tianxia": "1" }, body: undefined }]);
  });

  test("sends its document as JSON", async () => {
    const asked = serve({ "POST /people": {}, "PUT /a": {}, "PATCH /me": {}, "DELETE /b": {} });
    await post("/people", { name: "Li" });
    await put("/a", { x: 1 });
    await patch("/me", { name: "Bo" });
    await remove("/b");
    expect(asked.map(({ request, body }) => [request, body])).toEqual([
      ["POST /people", { name: "Li" }],
      ["PUT /a", { x: 1 }],
      ["PATCH /me", { name: "Bo" }],
      ["DELETE /b", undefined],
    ]);
    expect(asked.map(({ headers }) => headers["Content-Type"])).toEqual([
      ...Array<string>(3).fill("application/json"),
      undefined,
    ]);
  });

  test("may be answered with nothing", async () => {
    serve({ "POST /logout": () => undefined });
    expect(await post("/logout")).toBeUndefined();
  });

  test("is given up when it was not answered for a minute", async () => {
    vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => {
      signal!.throwIfAborted();
      await new Promise((_, reject) =>
        signal!.addEventListener("abort", () => reject(signal!.reason as Error)),
      );
    });
    const overdue = new AbortController();
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(overdue.signal);
    const answer = get("/games");
    overdue.abort();
    await expect(answer).rejects.toBeInstanceOf(Unreachable);
    expect(timeout).toHaveBeenCalledWith(60_000);
  });

  test("that the server refuses fails with its sentence", async () => {
    serve({ "GET /tables/x": refusal(404, "There is no such table") });
    const failure: unknown = await get("/tables/x").catch((failure: unknown) => failure);
    expect(failure).toBeInstanceOf(Refused);
    expect((failure as Refused).message).toBe("There is no such table");
    expect((failure as Refused).problem.status).toBe(404);
  });

  test.each<[string, () => unknown]>([
    ["no network", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["the page of a network that wants a login", PAGE],
    ["a list, where a document was expected", () => Response.json([1, 2])],
    ["a proxy's error without a sentence", () => Response.json({ error: "bad gateway" }, { status: 502 })],
    ["a proxy's page", () => new Response("<html>", { status: 503 })],
  ])("that meets %s did not reach the server", async (_, answer) => {
    serve({ "GET /games": answer });
    await expect(get("/games")).rejects.toBeInstanceOf(Unreachable);
  });
});

describe("why a stream is refused", () => {
  test("is what the server answers to the same request over HTTP", async () => {
    serve({ "GET /t": refusal(409, "Too far") });
    expect(await refusalOf("/t")).toMatchObject({ status: 409, text: "Too far" });
  });

  test.each<[string, () => unknown]>([
    ["it is not refused", () => Response.json({ text: "an event" })],
    ["there is no network", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["another than the server answers", () => new Response("<html>", { status: 403 })],
    ["there is no sentence", () => Response.json({ status: 500 }, { status: 500 })],
  ])("is unknown where %s", async (_, answer) => {
    serve({ "GET /t": answer });
    expect(await refusalOf("/t")).toBeNull();
  });

  test("is asked for without reading the stream that answers", async () => {
    let signal: AbortSignal | undefined;
    vi.stubGlobal("fetch", (_: string, how: RequestInit) => {
      signal = how.signal!;
      return Promise.resolve(new Response("endless"));
    });
    await refusalOf("/t");
    expect(signal?.aborted).toBe(true);
  });
});

describe("what is said of a failure", () => {
  test("is the server's sentence, or that it cannot be reached", () => {
    const problem = { status: 409, key: "k", values: { a: 1 }, text: "Somebody was quicker" };
    expect(troubleOf(new Refused(problem))).toBe(problem);
    expect(troubleOf(new Unreachable("503"))).toEqual({
      key: "browser.unreachable",
      values: {},
      text: say("browser.unreachable"),
      isUnreachable: true,
    });
  });

  test("is nothing where it is our own mistake", () => {
    const mistake = new RangeError("ours");
    expect(() => troubleOf(mistake)).toThrow(mistake);
  });
});
