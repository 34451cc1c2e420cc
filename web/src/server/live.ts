/** The live stream of a table. It mends itself: after a cut it goes on from the last happening that was seen. */

import type { Problem, Update } from "./contract";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
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
    private readonly onConnection: (connected: boolean) => void,
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
    const query = new URLSearchParams();
    if (this.seat !== null) query.set("seat", String(this.seat));
    if (this.since !== null) query.set("since", String(this.since));
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/tables/${this.table}/live?${query}`);
    this.socket = socket;
    socket.onopen = () => {
      this.pause = FIRST_PAUSE;
      this.onConnection(true);
    };
    socket.onmessage = (message) => {
      const update = JSON.parse(message.data as string) as Update | Problem;
      if (!("number" in update)) return this.end();
      this.since = update.number;
      this.onUpdate(update);
    };
    socket.onclose = () => {
      if (this.ended || socket !== this.socket) return;
      this.retry();
    };
  }

  private end(): void {
    this.close();
    this.onRefused();
  }

  private retry(): void {
    this.onConnection(false);
    this.timer = setTimeout(() => this.open(), this.pause);
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
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
