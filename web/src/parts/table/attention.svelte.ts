/** Say that it is one's turn: by a sound, and by the system where somebody wants that and looks elsewhere. */

import { settings } from "../../settings.svelte";
import { sound } from "../../sounds";
import type { TableSession } from "../../table/session.svelte";
import { say } from "../../words/say";

/** To be called while a screen is set up. */
export function callAttention(at: () => TableSession, title: () => string): void {
  let wasMine: boolean | null = null;
  let wasOver: boolean | null = null;
  let sequence = -1;
  $effect(() => {
    const session = at();
    if (!session.state) return;
    const isOver = session.state.status === "over";
    if (wasOver === false && isOver) sound("end");
    else if (wasMine === false && session.myTurn) tell(title());
    else if (sequence >= 0 && session.sequence > sequence && !session.myTurn) sound("move");
    [wasOver, wasMine, sequence] = [isOver, session.myTurn, session.sequence];
  });
}

function tell(title: string): void {
  sound("turn");
  if (!settings.notifies || !document.hidden || !("Notification" in window)) return;
  if (Notification.permission !== "granted") return;
  const note = new Notification(say("browser.seat.your-turn"), { body: title, tag: location.pathname });
  note.onclick = () => {
    window.focus();
    note.close();
  };
}

/** Ask whether we may notify, now that somebody wants it. */
export async function askToNotify(): Promise<boolean> {
  return "Notification" in window && (await Notification.requestPermission()) === "granted";
}
