/** Lets a request wait until the live stream has brought what followed from it. */

const SILENCE = 2000; // milliseconds: a stream that brings nothing for so long may be dead without knowing

interface Waiting {
  number: number;
  end: (arrived: boolean) => void;
}

export class Arrivals {
  private waiting: readonly Waiting[] = [];

  /** Whether the event with a number arrives; not if the stream breaks, or stays silent. `last` has arrived already. */
  async until(number: number, last: number): Promise<boolean> {
    if (last >= number) return true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ended = new Promise<boolean>((end) => {
      this.waiting = [{ number, end }, ...this.waiting];
      timer = setTimeout(end, SILENCE, false);
    });
    const [one] = this.waiting;
    const hasArrived = await ended;
    clearTimeout(timer);
    this.waiting = this.waiting.filter((other) => other !== one);
    return hasArrived;
  }

  /** All events up to a number have arrived. */
  came(number: number): void {
    for (const one of this.waiting) if (one.number <= number) one.end(true);
  }

  /** The stream is broken. */
  giveUp(): void {
    for (const one of this.waiting) one.end(false);
  }
}
