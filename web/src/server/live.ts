/** The live stream of a table. It mends itself: after a cut it goes on from the last happening that was seen. */

import type { Update } from "./contract";

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;

export class LiveStream {
  private socket: WebSocket | null = null;
  private pause = FIRST_PAUSE;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  constructor(
    private readonly table: string,
    private readonly seat: number | null,
    private since: number | null,
    private readonly onUpdate: (update: Update) => void,
    private readonly onConnection: (connected: boolean) => void,
  ) {
    this.open();
    addEventListener("online", this.hurry);
    addEventListener("offline", this.lose);
  }

  close(): void {
    this.ended = true;
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.lose);
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
      const update = JSON.parse(message.data as string) as Update;
      this.since = update.number;
      this.onUpdate(update);
    };
    socket.onclose = () => {
      if (this.ended || socket !== this.socket) return;
      this.retry();
    };
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

  private readonly hurry = () => {
    if (this.socket && this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.open();
  };
}
