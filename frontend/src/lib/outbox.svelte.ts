/** Commands on their way: in order, each under an id of its own, sent again until the server has answered. */

import { remember, remembered } from './prefs.svelte';
import { Refused } from './server';
import type { Command, Done } from './types';

export interface Unsent {
  id: string;
  command: Command;
  label: string;
  tries: number;
}

type Send = (id: string, command: Command) => Promise<Done>;

interface Waiting {
  done: (done: Done) => void;
  refused: (no: unknown) => void;
}

const SLOWEST = 8000;

export class Outbox {
  /** What the server has not answered yet, the oldest first. */
  unsent = $state.raw<Unsent[]>([]);
  /** Whether the server has too much to do, and has asked to be left alone for a while. */
  busy = $state(false);
  #waiting = new Map<string, Waiting>();
  #sending = false;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #rest = 0; // until when the server is left alone
  #closed = false;

  constructor(
    private readonly key: string,
    private readonly send: Send,
    private readonly newId: () => string,
    /** A command from before the page was loaded again was refused: nobody waits for its answer any more. */
    private readonly orphan: (no: Refused) => void = () => {},
  ) {
    this.unsent = remembered<Unsent[]>(key, []);
  }

  /** Give a command; the promise is kept when the server has answered, however long that takes. */
  give(command: Command, label: string): Promise<Done> {
    const id = this.newId();
    this.#keep([...this.unsent, { id, command, label, tries: 0 }]);
    const answer = new Promise<Done>((done, refused) => this.#waiting.set(id, { done, refused }));
    void this.flush();
    return answer;
  }

  /** Give up on a command. If it was on its way already it may still be done: the log then shows it. */
  drop(id: string): void {
    this.#keep(this.unsent.filter((each) => each.id !== id));
    this.#waiting.get(id)?.refused(new Refused(0, 'dropped', ''));
    this.#waiting.delete(id);
  }

  /** Send what waits; not before the time the server has asked for. */
  async flush(): Promise<void> {
    if (this.#sending || this.#closed) return;
    if (this.#rest > Date.now()) return this.#later(this.#rest - Date.now());
    clearTimeout(this.#pause);
    this.#sending = true;
    try {
      for (let next = this.unsent[0]; next && !this.#closed; next = this.unsent[0]) {
        if (!(await this.#tried(next))) break;
      }
    } finally {
      this.#sending = false;
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#pause);
  }

  /** Whether the server has answered, one way or the other. */
  async #tried(one: Unsent): Promise<boolean> {
    try {
      const done = await this.send(one.id, one.command);
      this.busy = false;
      this.#settle(one.id, (waiting) => waiting.done(done));
      return true;
    } catch (error) {
      const wait = error instanceof Refused ? error.retryAfter * 1000 : 0;
      this.busy = wait > 0;
      if (error instanceof Refused && !error.later) {
        if (!this.#waiting.has(one.id)) this.orphan(error);
        this.#settle(one.id, (waiting) => waiting.refused(error));
        return true;
      }
      const tries = one.tries + 1;
      this.#keep(this.unsent.map((each) => (each.id === one.id ? { ...each, tries } : each)));
      this.#rest = Date.now() + wait;
      this.#later(Math.max(wait, Math.min(SLOWEST, 500 * 2 ** tries)));
      return false;
    }
  }

  #later(milliseconds: number): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => void this.flush(), milliseconds);
  }

  #settle(id: string, say: (waiting: Waiting) => void): void {
    this.#keep(this.unsent.filter((each) => each.id !== id));
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (waiting) say(waiting);
  }

  #keep(unsent: Unsent[]): void {
    this.unsent = unsent;
    this.busy &&= unsent.length > 0;
    remember(this.key, unsent.length ? unsent : undefined);
  }
}
