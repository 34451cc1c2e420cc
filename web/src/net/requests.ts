/** Requests to the server. What it refuses is thrown as `Refused`, with the sentence to show. */

import type { Problem } from "./contract";

export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.text);
  }
}

const TIMEOUT = 60_000; // milliseconds: a network that drops packets may report nothing for many minutes
const SHORT_TIMEOUT = 5000; // for the question why a stream was refused

/** The server could not be reached: there is no network, or it is being restarted. */
export class Unreachable extends Error {}

export const get = <Answer>(path: string) => ask<Answer>("GET", path);
export const post = <Answer>(path: string, body?: object, headers: Record<string, string> = {}) =>
  ask<Answer>("POST", path, body, headers);
export const put = <Answer>(path: string, body?: object) => ask<Answer>("PUT", path, body);
export const patch = <Answer>(path: string, body?: object) => ask<Answer>("PATCH", path, body);
export const remove = <Answer>(path: string) => ask<Answer>("DELETE", path);

async function ask<Answer>(
  method: string,
  path: string,
  body?: object,
  more: Record<string, string> = {},
): Promise<Answer> {
  const headers: Record<string, string> = { "X-Tianxia": "1", ...more }; // against CSRF: a page of another site cannot send it
  if (body) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    const signal = AbortSignal.timeout(TIMEOUT);
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
  throw new Unreachable(`${answer.status}`); // a proxy or a login page answered instead of the server
}

/** Why the server refuses a stream; null if it does not, or cannot be reached. A browser does not tell a page why a
 * WebSocket was refused, so the same stream is asked for over plain HTTP, and left at once. */
export async function refusalOf(path: string): Promise<Problem | null> {
  const leaving = new AbortController();
  try {
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(SHORT_TIMEOUT)]);
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
