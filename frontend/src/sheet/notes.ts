/** Notes on a character that have not reached the server yet: pure, tested. */
import type { Unsent } from '../lib/outbox.svelte';

/** What was written last on somebody and is still on its way; undefined if nothing is. */
export function unsentNote(unsent: readonly Unsent[], who: string, secret: boolean): string | undefined {
  for (const { command } of unsent.toReversed()) {
    if (command.do === 'note' && command.who === who && Boolean(command.secret) === secret) return command.text;
  }
  return undefined;
}
