/** Requests to the server. What it refuses is thrown as `Refused`, with the sentence to show. */

import type { Problem } from "./contract";

export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.text);
  }
}

const PATIENCE_TO_ASK = 5000;
const PATIENCE = 60_000; // a net that swallows what is sent says nothing for many minutes

/** The server could not be asked: no net, or it is being restarted. */
export class Unreachable extends Error {}

export const get = <Answer>(path: string) => ask<Answer>("GET", path);
export const post = <Answer>(path: string, body?: object) => ask<Answer>("POST", path, body);
export const put = <Answer>(path: string, body?: object) => ask<Answer>("PUT", path, body);
export const patch = <Answer>(path: string, body?: object) => ask<Answer>("PATCH", path, body);
export const remove = <Answer>(path: string) => ask<Answer>("DELETE", path);

async function ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const headers: Record<string, string> = { "X-Tianxia": "1" }; // which no other site can send
  if (body) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    answer = await fetch(`/api${path}`, {
      method,
      headers,
      signal,
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch (failure) {
    throw new Unreachable(String(failure));
  }
  if (answer.status === 204) return undefined as Answer;
  const found: unknown = await answer.json().catch(() => null);
  if (isDocument(found) && answer.ok) return found as Answer;
  if (isDocument(found) && typeof found["text"] === "string") throw new Refused(found as Problem);
  throw new Unreachable(`${answer.status}`); // something between us and the server answers in its own words
}

/** Why the server does not let us follow something; null where it would, or cannot be asked. Of a socket that is refused a
 * page is told nothing but that: the same is asked for as a plain stream, which is left at once. */
export async function refusalOf(path: string): Promise<Problem | null> {
  const leaving = new AbortController();
  try {
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(PATIENCE_TO_ASK)]);
    const answer = await fetch(`/api${path}`, { signal });
    const found: unknown = answer.ok ? null : await answer.json();
    return isDocument(found) && typeof found["text"] === "string" ? (found as Problem) : null;
  } catch {
    return null;
  } finally {
    leaving.abort();
  }
}

const isDocument = (found: unknown): found is Record<string, unknown> =>
  typeof found === "object" && found !== null && !Array.isArray(found);
