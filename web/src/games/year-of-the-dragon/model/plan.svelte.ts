/** What was picked up so far: the action card of which several things can be had. */
export class Plan {
  opened: "privilege" | "wall" | null = $state(null);

  open(card: string): void {
    if (card !== "privilege" && card !== "wall") return;
    this.opened = this.opened === card ? null : card;
  }
}
