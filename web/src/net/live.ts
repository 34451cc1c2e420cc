/** The live stream of a table, over a WebSocket. It reconnects by itself, with exponential backoff, and goes on after the last
 * event that was seen. */

import type { Line, Problem, Update } from "./contract";
import { refusalOf } from "./requests";

// milliseconds between attempts to connect; longer if the server refused, perhaps because of its rate limit
const FIRST_DELAY = 500;
const LONGEST_DELAY = 10_000;
const REFUSED_DELAY = 15_000;
const LONGEST_REFUSED_DELAY = 120_000;
const STALE = 409; // the server has fewer events than we have seen: it was restored from a backup
const HEARTBEAT = 5000; // milliseconds between looks whether the page was asleep
const SLEEP = 30_000; // milliseconds without a heartbeat after which it was

export class LiveStream {
  private socket: WebSocket | null = null;
  private delay = FIRST_DELAY;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  private awake = Date.now(); // time of the last heartbeat
  private readonly heartbeat: ReturnType<typeof setInterval>;

  constructor(
    private readonly table: string,
    private readonly seat: number | null,
    private since: number | null,
    private readonly onUpdate: (update: Update) => void,
    /** With the reason, where the server gives one. */
    private readonly onConnection: (connected: boolean, reason: Line | null) => void,
    /** Nothing more will come: the person is not logged in any more, say. */
    private readonly onRefused: () => void,
  ) {
    this.open();
    addEventListener("online", this.onOnline);
    addEventListener("offline", this.onOffline);
    document.addEventListener("visibilitychange", this.checkSleep);
    this.heartbeat = setInterval(this.checkSleep, HEARTBEAT);
  }

  close(): void {
    this.ended = true;
    removeEventListener("online", this.onOnline);
    removeEventListener("offline", this.onOffline);
    document.removeEventListener("visibilitychange", this.checkSleep);
    clearInterval(this.heartbeat);
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
      this.delay = FIRST_DELAY;
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

  /** The socket never opened: the server cannot be reached, or refuses the stream. */
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
    if (refusal) this.delay = Math.max(this.delay, REFUSED_DELAY);
    this.timer = setTimeout(() => this.open(), this.delay);
    this.delay = Math.min(2 * this.delay, refusal ? LONGEST_REFUSED_DELAY : LONGEST_DELAY);
  }

  /** Without a network a socket may take minutes to notice. A server on this machine can be reached all the same. */
  private readonly onOffline = () => {
    const lost = this.socket;
    this.socket = null;
    lost?.close();
    clearTimeout(this.timer);
    this.retry();
  };

  /** After a device slept its socket may be dead without knowing: when the page is shown again, a new one is opened. */
  private readonly checkSleep = () => {
    if (document.hidden) return;
    const slept = Date.now() - this.awake > SLEEP;
    this.awake = Date.now();
    if (!slept || this.socket?.readyState !== WebSocket.OPEN) return;
    const old = this.socket;
    this.open();
    old.close();
  };

  private readonly onOnline = () => {
    if (this.socket && this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.open();
  };
}
