/** What lies folded beside the board. */

export const TABS = ["log", "talk", "help"] as const;
export type Tab = (typeof TABS)[number];
