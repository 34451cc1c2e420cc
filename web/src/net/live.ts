/** The live stream of a table. It mends itself: after a cut it goes on from the last happening that was seen. */

import type { Line, Problem, Update } from "./contract";
import { refusalOf } from "./requests";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
const REFUSED_PAUSE = 15_000; // whoever asks for too much already must not ask more
const LONGEST_REFUSED_PAUSE = 120_000;
const STALE = 409; // the server knows less than we do: it was set back to what it was once
const BEAT = 5000;
const NAP = 30_000;

export class LiveStream {
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  private awake = Date.now(); // when the page was looked at last
  private readonly heart: ReturnType<typeof setInterval>;

  constructor(
    private readonly table: string,
    private readonly seat: number | null,
    private since: number | null,
    private readonly onUpdate: (update: Update) => void,
    /** With the reason, where the server gives one. */
    private readonly onConnection: (connected: boolean, reason: Line | null) => void,
    /** There will be nothing more: who looks is not known any more, say. */
    private readonly onRefused: () => void,
  ) {
    this.open();
    addEventListener("online", this.hurry);
    addEventListener("offline", this.lose);
    document.addEventListener("visibilitychange", this.beat);
    this.heart = setInterval(this.beat, BEAT);
  }

  close(): void {
    this.ended = true;
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.lose);
    document.removeEventListener("visibilitychange", this.beat);
    clearInterval(this.heart);
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api${this.path("live")}`);
    let wasOpen = false;
    this.socket = socket;
    socket.onopen = () => {
      wasOpen = true;
      this.pause = FIRST_PAUSE;
      this.onConnection(true, null);
    };
    socket.onmessage = (message) => {
      const update = JSON.parse(message.data as string) as Update | Problem;
      if (!("number" in update)) return this.end();
      this.since = update.number;
      this.onUpdate(update);
    };
    socket.onclose = () => {
      if (this.ended || socket !== this.socket) return;
      if (wasOpen) this.retry();
      else void this.askWhy(socket);
    };
  }

  private path(kind: "live" | "events"): string {
    const query = new URLSearchParams();
    if (this.seat !== null) query.set("seat", String(this.seat));
    if (this.since !== null) query.set("since", String(this.since));
    return `/tables/${this.table}/${kind}?${query}`;
  }

  /** It was never open: the server is not there, or does not want us. */
  private async askWhy(socket: WebSocket): Promise<void> {
    const refusal = await refusalOf(this.path("events"));
    if (this.ended || socket !== this.socket) return;
    if (refusal?.status === STALE) this.end();
    else this.retry(refusal);
  }

  private end(): void {
    this.close();
    this.onRefused();
  }

  private retry(refusal: Line | null = null): void {
    this.onConnection(false, refusal);
    if (refusal) this.pause = Math.max(this.pause, REFUSED_PAUSE);
    this.timer = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(2 * this.pause, refusal ? LONGEST_REFUSED_PAUSE : LONGEST_PAUSE);
  }

  /** Without a net a socket may take minutes to notice. A server on this machine is there all the same. */
  private readonly lose = () => {
    const lost = this.socket;
    this.socket = null;
    lost?.close();
    clearTimeout(this.timer);
    this.retry();
  };

  /** A device that slept may hold a socket that is dead, and cannot know it: whoever looks again gets a new one. */
  private readonly beat = () => {
    if (document.hidden) return;
    const slept = Date.now() - this.awake > NAP;
    this.awake = Date.now();
    if (!slept || this.socket?.readyState !== WebSocket.OPEN) return;
    const old = this.socket;
    this.open();
    old.close();
  };

  private readonly hurry = () => {
    if (this.socket && this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.open();
  };
}
