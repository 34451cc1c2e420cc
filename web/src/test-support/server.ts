/** A server for tests: it stands in for `fetch`, so that all of the client down to its requests is the real one. */

import { vi } from "vitest";
import type { Problem } from "../net/contract";

/** A request that the client sent: `POST /tables/abc/moves`, with its headers and its document. */
export interface Asked {
  request: string;
  headers: Record<string, string>;
  body: unknown;
}

/** A document to answer with, or what makes one (or a whole response) of the document that was sent. */
type Answer = object | ((body: never) => unknown);

/** Answers requests by their names until the test ends, and returns the list of those that come. What has no answer is
 * refused with 404; an answer that throws is a network that fails. */
export function serve(answers: Record<string, Answer>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal("fetch", async (address: string, how: RequestInit = {}): Promise<Response> => {
    const request = `${how.method ?? "GET"} ${address.replace(/^\/api/, "")}`;
    const body: unknown = typeof how.body === "string" ? JSON.parse(how.body) : undefined;
    asked.push({ request, headers: (how.headers ?? {}) as Record<string, string>, body });
    const answer = answers[request] ?? refusal(404, `No answer to ${request}`);
    const found: unknown = await (typeof answer === "function"
      ? (answer as (body: unknown) => unknown)(body)
      : answer);
    if (found instanceof Response) return found.clone();
    return found === undefined ? new Response(null, { status: 204 }) : Response.json(found);
  });
  return asked;
}

/** What the server answers when it refuses something. */
export function refusal(status: number, text: string, more: Partial<Problem> = {}): Response {
  return Response.json({ status, text, key: "test.refused", values: {}, ...more }, { status });
}

/** Lets everything happen that waits for nothing but answers which are there. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}

/** An answer that comes when the test says so. */
export interface Later<Found> {
  promise: Promise<Found>;
  resolve: (found: Found) => void;
  reject: (failure: Error) => void;
}

export function later<Found>(): Later<Found> {
  const made = {} as Later<Found>;
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}
