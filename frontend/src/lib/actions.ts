/** The actions of a character in an order one finds them in: pure functions, tested. */
import { holds } from './format';
import type { Action, Deed } from './types';

export interface Group {
  do: string;
  /** The words its actions begin with, if there are several. */
  title: string;
  /** What it is found under, with others. */
  topic: string;
  open: Item[];
  closed: Item[];
}

export interface Item {
  action: Action;
  /** What it is known by: a button is never, under a finger, that of another action. */
  key: string;
  /** What is left of its words under the group's title. */
  text: string;
}

const JOINING = new Set([
  'de',
  'du',
  'des',
  'à',
  'au',
  'aux',
  'en',
  'le',
  'la',
  'les',
  'sur',
  'contre',
  'to',
  'the',
  'of',
  'at',
]);

/** The words that all these texts begin with; no name, and no part of one, is among them. */
export function beginning(texts: readonly string[], names: readonly string[] = []): string {
  const split = texts.map((text) => text.split(' '));
  const first = split[0] ?? [];
  let n = 0;
  while (n < first.length && split.every((words) => words.length > n + 1 && words[n] === first[n])) n++;
  const named = (word = '') => /^\p{Lu}/u.test(word);
  while (n > 1 && named(first[n - 1]) && split.some((words) => named(words[n]))) n--; // a name stays whole
  while (n > 1 && /^[\d.,+−-]+$/.test(first[n - 1] ?? '')) n--; // an amount stays with what is counted
  const ends = (words: string[]) => words.slice(n).join(' ');
  while (n > 1 && split.some((words) => /^\d+$/.test(ends(words)))) n--; // « Loup gris 2 » is a name
  const begins = names.map((name, i) => (name ? (texts[i] ?? '').indexOf(name) : -1)).filter((at) => at > 0);
  while (n > 1 && begins.some((at) => first.slice(0, n).join(' ').length > at)) n--;
  while (n > 1 && /^[:·(,]$/.test(first[n - 1] ?? '')) n--;
  return first.slice(0, n).join(' ');
}

/** Grouped by kind in the game's own order; what is left of a text starts behind the group's title. */
export function groups(actions: readonly Action[], words = '', name = (_: string) => ''): Group[] {
  const byKind = new Map<string, Action[]>();
  for (const action of actions) {
    if (words && !holds(`${action.text} ${action.closed ?? ''}`, words)) continue;
    const kind = String(action.action.do ?? '');
    byKind.set(kind, [...(byKind.get(kind) ?? []), action]);
  }
  return [...byKind].map(([kind, all]) => {
    const title =
      all.length > 1
        ? beginning(
            all.map((each) => each.text),
            all.map(({ target }) => (target ? name(target) : '')),
          )
        : '';
    const keys = keysOf(all);
    const items = all.map((action, i): Item => ({ action, key: keys[i] ?? '', text: shortened(action.text, title) }));
    const open = items.filter(({ action }) => !action.closed);
    const closed = items.filter(({ action }) => action.closed);
    return { do: kind, title: title.replace(/ [:·]$/, ''), topic: all[0]?.topic ?? '', open, closed };
  });
}

/** A key for each action, its own however the list changes around it. */
export function keysOf(actions: readonly Action[]): string[] {
  const times = new Map<string, number>();
  return actions.map(({ action }) => {
    const deed = JSON.stringify(action);
    const n = times.get(deed) ?? 0;
    times.set(deed, n + 1);
    return n ? `${deed} ${n}` : deed;
  });
}

function shortened(text: string, title: string): string {
  const rest = title ? text.slice(title.length).replace(/^[\s:·,]+/, '') : text;
  return rest || text;
}

/** Whether a title ends on a word that wants another, and must not stand alone. */
export function wantsMore(title: string): boolean {
  return JOINING.has(title.split(' ').at(-1)?.toLowerCase() ?? '');
}

/** An action as something to remember it by, whoever it is against. */
export function sameDeed(a: Deed, b: Deed): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(deed: Deed): [string, unknown][] {
  return Object.entries(deed).sort(([a], [b]) => (a < b ? -1 : 1));
}
