/** A table that is being set up. */

import type { GameShown, NewTable, OptionShown } from "../../net/contract";
import { seatOf, type SeatWish } from "./seats";

export type PaceKind = "leisurely" | "live" | "days";
const MOST_SEATS = 5;

export class Draft {
  /** For all places there could be; the first `players` of them count. */
  seats: SeatWish[] = $state([]);
  /** What people who share this screen are called, by seat; "": by their colour. */
  names: string[] = $state(Array<string>(MOST_SEATS).fill(""));
  players: number = $state(2);
  options: Record<string, string | boolean | number> = $state({});
  shuffled = $state(true);
  listed = $state(false);
  pace: PaceKind = $state("leisurely");
  minutes = $state(20);
  seconds = $state(10);
  days = $state(2);

  /** Whether the game changes ratings. */
  rated = $state(false);

  /** `rival`: the level of the programs that are proposed. */
  constructor(
    readonly game: GameShown,
    rival: SeatWish,
  ) {
    this.seats = ["me", "friend", ...Array<SeatWish>(MOST_SEATS - 2).fill(rival)];
    this.players = game.players[0] ?? 2;
  }

  /** The options for so many players. */
  get offered(): OptionShown[] {
    return this.game.options.find(({ players }) => players === this.players)?.options ?? [];
  }

  /** Whether some seat waits for somebody. */
  isWaiting = $derived(this.wished().some((seat) => seat === "friend" || seat === "anybody"));
  mySeats = $derived(this.wished().filter((seat) => seat === "me").length);
  /** Whether several people share this screen. */
  isShared = $derived(this.mySeats > 1);

  /** What an option is set to: what was chosen, if it may be so with this number of players. */
  valueOf(option: OptionShown): string | boolean | number {
    const chosen = this.options[option.name];
    return chosen !== undefined && option.values.includes(chosen) ? chosen : option.default;
  }

  wish(): NewTable {
    return {
      game: this.game.id,
      seats: this.wished().map((wish, index) => seatOf(wish, this.isShared ? this.names[index] : "")),
      options: Object.fromEntries(this.offered.map((option) => [option.name, this.valueOf(option)])),
      pace: this.wishedPace(),
      listed: this.listed,
      shuffled: this.shuffled,
      rated: this.rated,
    };
  }

  private wished(): SeatWish[] {
    return this.seats.slice(0, this.players);
  }

  private wishedPace(): NonNullable<NewTable["pace"]> {
    if (this.pace === "live") return { kind: "live", minutes: this.minutes, seconds_a_turn: this.seconds };
    if (this.pace === "days") return { kind: "days", days: this.days };
    return { kind: "leisurely" };
  }
}
