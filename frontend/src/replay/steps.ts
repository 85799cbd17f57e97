import { isTalk } from '../lib/log';
import type { Entry } from '../lib/types';

/** The steps of an encounter that are worth a look: how it began, and all in which something is told of the play. */
export function shownOf(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry, i) => i === 0 || (entry.events?.length && !isTalk(entry)));
}

/** Where a key leads in a replay of so many steps; null if it leads nowhere. */
export function moved(key: string, at: number, count: number): number | null {
  const last = Math.max(0, count - 1);
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, at + 1);
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'PageDown':
      return Math.min(last, at + 10);
    case 'PageUp':
      return Math.max(0, at - 10);
    case 'Home':
      return 0;
    case 'End':
      return last;
  }
  return null;
}
