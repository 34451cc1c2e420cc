/** Who sits at this screen. */

import type { Handover, Myself, VisitorShown } from "../net/contract";
import { get, patch, post } from "../net/requests";
import { say } from "../i18n/say";

class Visitor {
  /** Null: a stranger, as far as we know. */
  me: Myself | null = $state.raw(null);
  /** Whether the server was asked already. */
  isKnown = $state(false);
  /** Whether the server can write to anybody. */
  mayBeWrittenTo = $state(false);

  private finding: Promise<void> | null = null;
  private coming: Promise<void> | null = null;

  /** Asks the server who the visitor is; callers at the same time wait for the same answer. */
  find(): Promise<void> {
    this.finding ??= this.look().finally(() => (this.finding = null));
    return this.finding;
  }

  /** Makes sure that the visitor is a person: the one that they are already, or a new one. Without a name it gets a made-up
   * one that none of the others has. */
  welcome(name?: string, others: readonly string[] = []): Promise<void> {
    this.coming ??= this.enter(name, others).finally(() => (this.coming = null)); // nobody is two people
    return this.coming;
  }

  async rename(name: string): Promise<void> {
    this.me = await patch<Myself>("/me", { name });
  }

  /** Where to write when it is their turn; null: nowhere. To an address a code is sent. */
  async writeTo(email: string | null): Promise<void> {
    this.me = await patch<Myself>("/me", { email });
  }

  async confirmEmail(code: string): Promise<void> {
    this.me = await post<Myself>("/me/email", { code });
  }

  /** Whether an e-mail says when it is their turn. */
  async wantTurnEmails(wanted: boolean): Promise<void> {
    this.me = await patch<Myself>("/me", { turn_emails: wanted });
  }

  /** Turn off somebody's turn e-mails, by the token of the link in them. */
  async unsubscribe(token: string): Promise<void> {
    await post(`/unsubscribe/${encodeURIComponent(token)}`);
    this.look().catch(() => {}); // perhaps they were the visitor's own; they are off even if that cannot be shown
  }

  async makeAccount(login: string, password: string): Promise<void> {
    this.me = await post<Myself>("/me/account", { login, password });
  }

  logIn = (login: string, password: string) => this.become(() => post("/login", { login, password }));
  takeHandover = (code: string) => this.become(() => post("/handover", { code }));
  logOut = () => this.become(() => post("/logout"));
  offerHandover = () => post<Handover>("/me/handover");

  private async enter(name: string | undefined, others: readonly string[]): Promise<void> {
    if (!this.isKnown) await this.find();
    if (!this.me) await this.become(() => post("/people", { name: name ?? madeUpName(others) }));
  }

  private async become(request: () => Promise<unknown>): Promise<void> {
    await request();
    await this.look(); // what was asked before knows nothing of it
  }

  private async look(): Promise<void> {
    const shown = await get<VisitorShown>("/visitor");
    [this.me, this.mayBeWrittenTo] = [shown.me, shown.sends_email];
    this.isKnown = true;
  }
}

export const visitor = new Visitor();

function madeUpName(others: readonly string[]): string {
  const names = say("browser.made-up-names")
    .split(", ")
    .filter((name) => !others.includes(name));
  return names[Math.floor(Math.random() * names.length)]!;
}
