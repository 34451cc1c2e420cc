/** A record in a file of one's own: read, checked by the server, and gone to. */

import { Attempt } from "../../state/attempt.svelte";
import { router } from "../../browser/router.svelte";
import type { Line, RecordKept } from "../../net/contract";
import { post } from "../../net/requests";
import { visitor } from "../../state/visitor.svelte";
import { say, type Key, type Values } from "../../i18n/say";

const MOST_MB = 2; // that the server takes

export class RecordUpload {
  readonly attempt = new Attempt();

  /** Whether it went well. */
  async open(file: File): Promise<boolean> {
    this.attempt.trouble = null;
    if (file.size > MOST_MB * 1_000_000)
      return this.refuse("browser.record.too-large", { name: file.name, most: MOST_MB });
    let record: unknown;
    try {
      record = JSON.parse(await file.text());
    } catch {
      return this.refuse("browser.record.not-json", { name: file.name });
    }
    return this.attempt.run(async () => {
      await visitor.welcome();
      const kept = await post<RecordKept>("/records", { record });
      router.go(`/review/${kept.id}`);
    });
  }

  private refuse(key: Key, values: Values): false {
    const line: Line = { text: say(key, values), key, values };
    this.attempt.trouble = line;
    return false;
  }
}
