/** What every widget of a sheet is given, and pure functions for them. */
import type { Snippet } from 'svelte';
import { total } from '../../lib/log';
import type { Action, Line, Section, Term } from '../../lib/types';

export interface Drawing {
  section: Section;
  /** A label, which may roll. */
  name: Snippet<[string]>;
  /** Lines as lines. */
  lines: Snippet<[readonly Line[]]>;
  rolls?: ReadonlyMap<string, Action[]> | undefined;
  onroll?: ((label: string, actions: Action[], at: HTMLElement, shift: boolean) => void) | undefined;
}

export const termsOf = (line: Line | undefined): Term[] => (line && 'terms' in line ? (line.terms as Term[]) : []);

/** The figure a line has: what is left of a pool, a sum, the level of a mark. */
export function figureOf(line: Line | undefined): number | null {
  if (!line) return null;
  if (line.type === 'pool') return line.now;
  if (line.type === 'mark') return line.value ?? null;
  return 'terms' in line ? total(termsOf(line)) : null;
}

/** The lines that no part of a plan speaks of: nothing on a sheet is left out. */
export function besides(lines: readonly Line[], told: Iterable<number>): Line[] {
  const there = new Set(told);
  return lines.filter((_, at) => !there.has(at));
}

/** The boxes of a pool that has a term for each: how full each one is, the first to be lost first. */
export function boxesOf(line: Line | undefined): number[] {
  if (line?.type !== 'pool') return [];
  let lost = total(termsOf(line)) - line.now;
  return termsOf(line).map(([, room]) => {
    const gone = Math.max(0, Math.min(room, lost));
    lost -= gone;
    return room ? gone / room : 0;
  });
}
