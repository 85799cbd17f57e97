/** What of the log is there to read: its end, or a stretch far back. However far one reads, only so much is kept. */
import { marked } from './log';
import { api } from './server';
import type { Table } from './table.svelte';
import type { Entry } from './types';

const PAGE = 100; // entries asked for at once
const FAR = 1000; // entries of a stretch

export class Reading {
  /** A stretch that does not reach the end of the log; null: the end, as the table keeps it. */
  past = $state.raw<Entry[] | null>(null);
  #asking = false;
  #ended = 0; // how often one went back to the end: what was asked for before that is not wanted any more

  constructor(private readonly table: Table) {}

  get entries(): readonly Entry[] {
    return this.past ?? this.table.entries;
  }

  /** The entries before the first there is; those furthest from it are let go. */
  older(): Promise<void> {
    return this.#once(async () => {
      const known = this.entries;
      const first = known[0]?.seq ?? 1;
      if (first <= 1) return;
      if (!this.past && known.length < FAR) {
        await this.table.older();
        return;
      }
      const ended = this.#ended;
      const more = await this.#page(first);
      if (ended === this.#ended) this.past = [...more, ...(this.past ?? known)].slice(0, FAR);
    });
  }

  /** The entries behind the last there is, until the stretch lies over what the table keeps. */
  newer(): Promise<void> {
    return this.#once(async () => {
      const last = this.past?.at(-1)?.seq;
      if (!this.past || last === undefined) return;
      if (last >= Math.min(this.table.first + PAGE, this.table.entries.at(-1)?.seq ?? 0)) return this.end();
      const more = (await this.#page(last + PAGE + 1)).filter((entry) => entry.seq > last);
      if (this.past) this.past = more.length ? [...this.past, ...more].slice(-FAR) : null;
    });
  }

  /** Back to the end of the log. */
  end(): void {
    this.past = null;
    this.#ended += 1;
  }

  /** An entry has come: it may take back some of what one reads. */
  heard(entry: Entry): void {
    if (this.past) this.past = marked(this.past, entry);
  }

  #page(before: number): Promise<Entry[]> {
    return api.log(this.table.id, before, PAGE, this.table.viewAs);
  }

  async #once(ask: () => Promise<void>): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      await ask();
    } catch {
      // not now: one scrolls on, and it is asked again
    } finally {
      this.#asking = false;
    }
  }
}
