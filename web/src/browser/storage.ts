/** Documents in the local storage of this browser. A browser that stores nothing works as well. */

/** The document of this name; empty if there is none, or none that can be read. Another version of this client may have
 * written it, so nothing can be relied on. */
export function readStored(name: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Stores a document by a name. */
export function store(name: string, what: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(what));
  } catch {
    // it is forgotten with the page
  }
}
