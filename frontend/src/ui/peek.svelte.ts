/** A rule looked at in passing, over whatever is on the page. */
import type { Rule } from '../lib/types';

class Peek {
  rule = $state.raw<Rule | null>(null);
  /** Where the compendium has it. */
  address = $state('');
}

export const peek = new Peek();
