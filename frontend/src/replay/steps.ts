/** A fight as steps to be gone through: pure functions, tested. */
import { type Card, type Minors, rows } from '../lib/log';
import type { Entry } from '../lib/types';

/** What is worth a mark on the time line. */
export type Mark = '' | 'fall' | 'feat';

export interface Step {
  key: string;
  /** The entry after which the table is shown. */
  seq: number;
  entry: Entry;
  /** What was done; none: how it began. */
  row: Card | Minors | null;
  round: number;
  when: string;
  mark: Mark;
}

/** The steps of an encounter in which something happens: how it began, each thing that was done, small ones joined. */
export function stepsOf(entries: readonly Entry[], since: number): Step[] {
  const first = entries[0];
  if (!first) return [];
  const rounds = new Set(entries.map(({ round }) => round ?? 0).filter(Boolean));
  const newest = Math.max(...rounds);
  const open = new Set([...rounds].filter((round) => round <= newest - 2).map((round) => `r${since}.${round}`));
  const found: Step[] = [{ key: 'first', seq: first.seq, entry: first, row: null, round: 0, when: '', mark: '' }];
  for (const row of rows(entries, since, open)) {
    if (row.kind !== 'card' && row.kind !== 'minor') continue;
    const entry = row.kind === 'card' ? row.entry : row.cards.at(-1)?.entry;
    if (!entry) continue;
    const { seq, round = 0, when = '' } = entry;
    found.push({ key: row.key, seq, entry, row, round, when, mark: markOf(row) });
  }
  return found;
}

function markOf(row: Card | Minors): Mark {
  if (row.kind === 'minor') return '';
  const { fell, weight } = row.stroke;
  return fell?.length || weight === 'fatal' ? 'fall' : weight === 'critical' ? 'feat' : '';
}

/** Where a key leads in a replay; null if it leads nowhere. With Shift arrows go by rounds; M goes to the next mark. */
export function moved(key: string, at: number, steps: readonly Step[], shift = false): number | null {
  const last = Math.max(0, steps.length - 1);
  switch (key) {
    case 'ArrowRight':
      return shift ? begins(steps, at, 1) : Math.min(last, at + 1);
    case 'ArrowLeft':
      return shift ? begins(steps, at, -1) : Math.max(0, at - 1);
    case 'm':
    case 'M':
      return nextMark(steps, at);
    case 'Home':
      return 0;
    case 'End':
      return last;
  }
  return null;
}

/** The next mark; once more from the first where there is none behind. */
export function nextMark(steps: readonly Step[], at: number): number {
  const after = steps.findIndex((step, i) => i > at && step.mark);
  const any = after >= 0 ? after : steps.findIndex((step) => step.mark);
  return any >= 0 ? any : at;
}

/** Where the next round begins, or this one, or the one before. */
function begins(steps: readonly Step[], at: number, by: 1 | -1): number {
  const starts = steps.flatMap((step, i) => (i === 0 || step.round !== steps[i - 1]?.round ? [i] : []));
  const found = by > 0 ? starts.find((i) => i > at) : starts.findLast((i) => i < at);
  return found ?? (by > 0 ? Math.max(0, steps.length - 1) : 0);
}

/** What was left of a side at each step: as after the last entry that was worked out before it. */
export function lineOf(steps: readonly Step[], at: readonly number[], left: readonly number[]): number[] {
  let known = 0;
  return steps.map(({ seq }) => {
    while (known + 1 < at.length && (at[known + 1] ?? 0) <= seq) known += 1;
    return left[known] ?? 1;
  });
}
