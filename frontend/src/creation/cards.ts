/** Cards of what can be chosen, as a page shows them: pure functions, tested. */
import { holds, readable } from '../lib/format';
import type { Lesson, Sheet } from '../lib/types';
import type { Key } from './fields';

export type Card = Lesson['cards'][string][string];
export type Cards = Readonly<Record<string, Card>>;
export type Spread = Lesson['spreads'][string][number];
type Line = Card['figures'][number];

/** As many names as one still reads as a list. */
export const SEVEN = 7;
export const FITTING = '\u0000fits'; // the filter of what goes with what was chosen

/** Every tag of these cards, in the order they first come, with how many have it. */
export function tagsOf(keys: readonly Key[], cards: Cards): Map<string, number> {
  const found = new Map<string, number>();
  for (const [key] of keys) for (const tag of cards[key]?.tags ?? []) found.set(tag, (found.get(tag) ?? 0) + 1);
  return found;
}

/** What is offered under these words and this filter; what goes best with what was chosen stands first. */
export function dealt(keys: readonly Key[], cards: Cards, words: string, filter: string): Key[] {
  const kept = keys.filter(([key, label]) => {
    const card = cards[key];
    const said = [label, key, card?.says, ...(card?.tags ?? [])].join(' ');
    if (words.trim() && !holds(said, words)) return false;
    return !filter || (filter === FITTING ? Boolean(card?.fits) : Boolean(card?.tags.includes(filter)));
  });
  return kept.toSorted(([a], [b]) => (cards[b]?.fits ?? 0) - (cards[a]?.fits ?? 0));
}

/** A figure as it is read: its label and its value. */
export function figure(line: Line): { label: string; value: string | number } {
  if (line.type === 'text') return { label: line.label, value: line.text };
  if (line.type === 'stat' || line.type === 'pool') return { label: line.label, value: sum(line.terms) };
  if (line.type === 'mark') return { label: line.label, value: line.note ?? line.value ?? '' };
  return { label: line.label, value: '' };
}

function sum(terms: readonly (readonly unknown[])[]): number {
  return terms.reduce((all, term) => all + Number(term[1]), 0);
}

export interface Against {
  label: string;
  left: string | number;
  right: string | number;
}

/** The figures of two cards, side by side; one that only one has stands alone. */
export function against(left: Card, right: Card): Against[] {
  const theirs = new Map(right.figures.map((line) => [figure(line).label, figure(line).value]));
  const rows = left.figures.map((line) => {
    const { label, value } = figure(line);
    const other = theirs.get(label) ?? '–';
    theirs.delete(label);
    return { label, left: value, right: other };
  });
  return [...rows, ...[...theirs].map(([label, value]) => ({ label, left: '–', right: value }))];
}

/** Whether points stand as a spread would place them. */
export function placedAs(spread: Spread, now: Readonly<Record<string, number>>): boolean {
  const keys = new Set([...Object.keys(spread.points), ...Object.keys(now)]);
  return [...keys].every((key) => (spread.points[key] ?? 0) === (now[key] ?? 0));
}

export interface Change {
  label: string;
  before: number;
  after: number;
}

/** What a choice has changed on the sheet: the figures that are otherwise than before, most of all first. */
export function changed(before: Sheet | null, after: Sheet | null): Change[] {
  const were = figuresOf(before);
  const found = [...figuresOf(after)].flatMap(([key, now]) => {
    const was = were.get(key);
    return was === undefined || was.value === now.value
      ? []
      : [{ label: now.label, before: was.value, after: now.value }];
  });
  const by = (change: Change) => Math.abs(change.after - change.before);
  return found.toSorted((a, b) => by(b) - by(a));
}

function figuresOf(sheet: Sheet | null): Map<string, { label: string; value: number }> {
  const found = new Map<string, { label: string; value: number }>();
  for (const section of sheet?.sections ?? [])
    for (const line of section.lines)
      if (line.type === 'stat' || line.type === 'pool')
        found.set(`${section.title}|${line.label}`, { label: line.label, value: sum(line.terms) });
  return found;
}

/** The first letters of what points are placed in, under the bars of a spread. */
export function short(key: string, label: string): string {
  return key === key.toUpperCase() && key.length < 5 ? key : readable(label).slice(0, 4);
}
