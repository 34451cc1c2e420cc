/** What this browser keeps for whoever uses it. One that keeps nothing is fine, too. */

/** What was kept by this name, as far as it can be read: whoever wrote it may have been another version. */
export function readKept(name: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export function keep(name: string, what: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(what));
  } catch {
    // it is forgotten with the page
  }
}
