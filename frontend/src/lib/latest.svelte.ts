/** What a page asks of the server for itself: only the last answer counts. */
import { complain } from '../ui/toasts.svelte';
import { Refused } from './server';

const PAUSE = 1500; // milliseconds until a server that could not be reached is asked again

/**
 * Ask when the component is there, and again whenever what `ask` reads changes; null: there is nothing to ask.
 * An answer that was overtaken is dropped, a server that cannot be reached is asked again, a refusal is said.
 */
export function latest<T>(ask: () => Promise<T> | null, got: (found: T) => void, refused = complain): void {
  let again = $state(0);
  $effect(() => {
    void again;
    let late = false;
    let soon: ReturnType<typeof setTimeout> | undefined;
    ask()?.then(
      (found) => {
        if (!late) got(found);
      },
      (error: unknown) => {
        if (late) return;
        if (!(error instanceof Refused) || !error.later) return refused(error);
        soon = setTimeout(() => (again += 1), Math.max(PAUSE, error.retryAfter * 1000));
      },
    );
    return () => {
      late = true;
      clearTimeout(soon);
    };
  });
}
