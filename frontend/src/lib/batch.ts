/** Many small wishes, asked for together: after a moment, and one request at a time. */
const MOMENT = 20; // milliseconds

type Wishes<W> = [key: string, what: W][];

/** What is to be asked for again, after so many milliseconds. */
export interface Left<W> {
  again: Wishes<W>;
  rest: number;
}

export const NOTHING_LEFT = { again: [], rest: 0 };

export class Batch<W> {
  #wanted = new Map<string, W>();
  #asked = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #resting = false;
  #closed = false;

  /** `ask` puts what it learns where it belongs, and says what is left. */
  constructor(
    readonly most: number,
    readonly ask: (wanted: Wishes<W>) => Promise<Left<W>>,
  ) {}

  want(key: string, what: W): void {
    if (this.#asked.has(key)) return;
    this.#wanted.set(key, what);
    this.#soon();
  }

  /** Everything has changed: forget what was not asked yet, and what is being asked may be wanted again. */
  clear(): void {
    this.#wanted.clear();
    this.#asked.clear();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #soon(): void {
    if (this.#timer !== undefined || this.#resting || this.#closed || !this.#wanted.size) return;
    this.#timer = setTimeout(() => void this.#go(), MOMENT);
  }

  async #go(): Promise<void> {
    this.#timer = undefined;
    const wanted = [...this.#wanted].slice(0, this.most);
    for (const [key] of wanted) {
      this.#wanted.delete(key);
      this.#asked.add(key);
    }
    if (!wanted.length) return;
    this.#resting = true;
    let left: Left<W> = NOTHING_LEFT;
    try {
      left = await this.ask(wanted);
    } finally {
      this.#asked.clear();
      for (const [key, what] of left.again) this.#wanted.set(key, what);
      if (left.rest > 0) await new Promise((go) => setTimeout(go, left.rest));
      this.#resting = false;
      this.#soon();
    }
  }
}
