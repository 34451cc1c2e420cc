/** The tables that the first screen lists, asked for again while it is looked at. */

import type { Line, TableInShort, Tables } from "../../net/contract";
import { get } from "../../net/requests";
import { troubleOf } from "../../net/trouble";
import { visitor } from "../../state/visitor.svelte";

const PAUSE = 15_000;

export class TableLists {
  mine: TableInShort[] = $state.raw([]);
  open: TableInShort[] = $state.raw([]);
  finished: TableInShort[] = $state.raw([]);
  /** Why the lists may be old. */
  trouble: Line | null = $state.raw(null);

  /** Keep asking; to be called while a screen is set up. */
  follow(): void {
    $effect(() => {
      const isSomebody = visitor.me !== null;
      const { isKnown } = visitor;
      const ask = () => void (isKnown ? this.ask(isSomebody) : this.findVisitor());
      ask();
      const timer = setInterval(() => document.hidden || ask(), PAUSE);
      document.addEventListener("visibilitychange", ask);
      return () => {
        clearInterval(timer);
        document.removeEventListener("visibilitychange", ask);
      };
    });
  }

  /** Once it is known who looks, the lists are asked for. */
  private findVisitor(): Promise<void> {
    return visitor.find().catch((failure: unknown) => {
      this.trouble = troubleOf(failure);
    });
  }

  private async ask(isSomebody: boolean): Promise<void> {
    const list = async (which: string) => (await get<Tables>(`/tables?which=${which}`)).tables;
    try {
      const [open, mine, finished] = await Promise.all([
        list("open"),
        isSomebody ? list("mine") : [],
        isSomebody ? list("finished") : [],
      ]);
      this.open = open.filter((table) => table.yours.length === 0);
      this.mine = mine;
      this.finished = finished;
      this.trouble = null;
    } catch (failure) {
      this.trouble = troubleOf(failure);
    }
  }
}
