/** A draft that is being written: what the server holds, and over it what has not reached the server yet. */
import type { Draft } from '../lib/types';
import type { Fields } from './fields';

export interface Desk {
  read: () => Promise<Draft>;
  edit: (fields: Fields) => Promise<unknown>;
  /** The server did not take some fields. */
  refused: (error: unknown, fields: Fields) => void;
}

const SOON = 450; // milliseconds after the last key

export class Drafting {
  seen = $state.raw<Draft | null>(null);
  #written = $state.raw<Fields>({});
  #sent = $state.raw<Fields>({});
  #timer: ReturnType<typeof setTimeout> | undefined;
  #working: Promise<void> | null = null;
  #asked = 0;

  /** Every field as its writer sees it. */
  readonly data = $derived<Fields>({ ...this.seen?.data, ...this.#sent, ...this.#written });
  /** Whether something is on its way. */
  readonly saving = $derived(Object.keys(this.#sent).length + Object.keys(this.#written).length > 0);

  constructor(
    private readonly desk: Desk,
    private readonly soon = SOON,
  ) {}

  /** The draft as the server has it; an answer that was overtaken is dropped. */
  async load(): Promise<void> {
    const mine = ++this.#asked;
    const draft = await this.desk.read();
    if (mine === this.#asked) this.seen = draft;
  }

  set(name: string, value: unknown): void {
    this.#written = { ...this.#written, [name]: value };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), this.soon);
  }

  /** Send what is written, now. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#working ??= this.#send().finally(() => {
      this.#working = null;
    });
    return this.#working;
  }

  async #send(): Promise<void> {
    while (Object.keys(this.#written).length) {
      const fields = this.#written;
      this.#sent = fields;
      this.#written = {};
      try {
        await this.desk.edit(fields);
        if (this.seen) this.seen = { ...this.seen, data: { ...this.seen.data, ...fields } };
        await this.load().catch(() => {}); // what is saved is saved: the review comes with the next answer
      } catch (error) {
        this.desk.refused(error, fields);
      }
      this.#sent = {};
    }
  }
}
