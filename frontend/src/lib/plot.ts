/** Distributions made ready to draw: pure functions, tested. */
import type { Odds, Outcome } from './types';

export interface Bar {
  from: number;
  to: number;
  p: number;
}

/** Whether every outcome is a number. */
export function numeric(outcomes: readonly Outcome[]): boolean {
  return outcomes.length > 0 && outcomes.every((each) => typeof each.value === 'number');
}

/** At most `most` bars of equal width over whole numbers. */
export function bars(outcomes: readonly Outcome[], most = 40): Bar[] {
  const sorted = outcomes.map((each) => [Number(each.value), each.p] as const).sort((a, b) => a[0] - b[0]);
  const low = Math.floor(sorted[0]?.[0] ?? 0);
  const high = Math.floor(sorted.at(-1)?.[0] ?? 0);
  const width = Math.max(1, Math.ceil((high - low + 1) / most));
  const found: Bar[] = [];
  for (let from = low; from <= high; from += width) found.push({ from, to: from + width - 1, p: 0 });
  for (const [value, p] of sorted) {
    const bar = found[Math.floor((value - low) / width)];
    if (bar) bar.p += p;
  }
  return found;
}

/** What stands on the button: the chance of success, else the mean, else nothing. */
export function headline(odds: Odds): { kind: 'yes' | 'mean'; value: number } | null {
  if (odds.yes !== null) return { kind: 'yes', value: odds.yes };
  if (odds.mean !== null) return { kind: 'mean', value: odds.mean };
  return null;
}

/** Outcomes that are no numbers, the likeliest first. */
export function ranked(outcomes: readonly Outcome[], most = 8): { shown: Outcome[]; rest: number } {
  const sorted = [...outcomes].sort((a, b) => b.p - a.p);
  const shown = sorted.slice(0, most);
  return { shown, rest: sorted.slice(most).reduce((sum, each) => sum + each.p, 0) };
}
