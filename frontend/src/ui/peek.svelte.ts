/** A rule looked at in passing, over whatever is on the page. */
import type { Rule } from '../lib/types';

class Peek {
  rule = $state.raw<Rule | null>(null);
  /** Where the compendium has it. */
  address = $state('');
  #asked = 0;

  /** A rule that is read to be shown; none if another was asked for since, or the page was left. */
  async wanted(asked: Promise<Rule | undefined>): Promise<Rule | undefined> {
    const mine = ++this.#asked;
    const found = await asked;
    return mine === this.#asked ? found : undefined;
  }

  /** Nothing is waited for any more. */
  forget(): void {
    this.#asked += 1;
  }
}

export const peek = new Peek();
