/** Tells people who may look elsewhere what happens: by a sound, by the title of the page, and, if they want it, by a
 * notification of the system. */

import { settings } from "../../browser/settings.svelte";
import { sound } from "../../browser/sounds";
import type { Playback } from "../../state/playback.svelte";
import type { TableSession } from "../../state/tableSession.svelte";
import { say } from "../../i18n/say";

const BLINK = 1000; // milliseconds; a hidden page is not woken more often

/** To be called while a screen is set up. */
export function callAttention(session: TableSession, playback: Playback, title: () => string): void {
  soundSteps(playback);
  $effect(() => {
    if (session.choice.reason) sound("error");
  });
  let wasMine: boolean | null = null;
  let wasOver: boolean | null = null;
  $effect(() => {
    const { table, isPlaying } = playback;
    if (!table) return;
    const isOver = table.status === "over";
    if (wasOver === false && isOver) sound("end");
    else if (wasMine === false && session.myTurn && !isPlaying) tell(title());
    wasOver = isOver;
    if (!session.myTurn) wasMine = false;
    else if (!isPlaying) wasMine = true; // not while it is played how the turn came
  });
}

/** Sounds of pieces and coins, as they are played back or shown at once. */
function soundSteps(playback: Playback): void {
  let sequence = -1;
  let payments = 0;
  $effect(() => {
    const { table, view, step, isPlaying } = playback;
    const paid = view?.ledger.length ?? 0;
    const now = table?.sequence ?? -1;
    if (sequence >= 0 && paid > payments) sound("coin");
    else if (step?.kind === "note") sound("stamp");
    else if (step?.kind === "move" || (sequence >= 0 && now > sequence && !isPlaying)) sound("piece");
    [sequence, payments] = [now, paid];
  });
}

/** Two titles that take turns while the page is hidden and it is one's turn. To be called while a screen is set up. */
export function blinking(isMyTurn: () => boolean): { readonly isOff: boolean } {
  let isOff = $state(false);
  let isHidden = $state(document.hidden);
  $effect(() => {
    const look = () => (isHidden = document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  });
  $effect(() => {
    if (!isMyTurn() || !isHidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const timer = setInterval(() => (isOff = !isOff), BLINK);
    return () => {
      clearInterval(timer);
      isOff = false;
    };
  });
  return {
    get isOff() {
      return isOff;
    },
  };
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
