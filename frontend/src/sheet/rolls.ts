/** Which of a character's actions a line of the sheet stands for: pure functions, tested. */
import { plain } from '../lib/format';
import type { Action, Entry, Line, Section } from '../lib/types';

const BRANCH = /^[│├└─\s]+/u;

/** A label without the branches some games draw before it, and how deep it hangs. */
export function hung(label: string): { label: string; depth: number } {
  const branch = BRANCH.exec(label)?.[0] ?? '';
  return { label: label.slice(branch.length), depth: Math.round(branch.length / 3) };
}

/** Blind to accents, capitals and the way ids are written. */
function same(text: string): string {
  return plain(text)
    .replace(/[^\p{L}\p{N}/]+/gu, ' ')
    .trim();
}

/** Texts an action names in its parameters, those that say what it is and who does it left out. */
function named(action: Action): string[] {
  const found: string[] = [];
  for (const [key, value] of Object.entries(action.action)) {
    if (key === 'do' || key === 'actor') continue;
    for (const each of [value].flat()) if (typeof each === 'string' && each) found.push(each);
  }
  return found;
}

const SHORT = /^\p{Lu}{2,5}$/u;

/** Every line that some open action names, by its label: by the words behind the colon, by an id, by an abbreviation. */
export function rollsOf(actions: readonly Action[], labels: Iterable<string>): Map<string, Action[]> {
  const open = actions.filter((action) => !action.closed);
  const exact = new Map<string, Action[]>();
  const short = new Map<string, Action[]>();
  const add = (to: Map<string, Action[]>, key: string, action: Action) => {
    const there = to.get(key) ?? [];
    if (!there.includes(action)) to.set(key, [...there, action]);
  };
  for (const action of open) {
    const tail = action.text.split(/\s?: /).slice(1).join('\u00a0: ');
    if (tail) add(exact, same(tail), action);
    for (const name of named(action)) {
      add(exact, same(name), action);
      if (SHORT.test(name)) add(short, same(name), action);
    }
  }
  const found = new Map<string, Action[]>();
  for (const label of labels) {
    const wanted = same(hung(label).label);
    const matched = exact.get(wanted) ?? abbreviated(short, wanted);
    if (matched?.length) found.set(label, matched);
  }
  return found;
}

/** « AGI » stands for « Agilité », « CONN » rather than « CON » for « Connaissances ». */
function abbreviated(short: ReadonlyMap<string, Action[]>, label: string): Action[] | undefined {
  let best = '';
  for (const key of short.keys()) if (key.length > best.length && label.startsWith(key)) best = key;
  return short.get(best);
}

/** Whether dice decide it. */
export function isRoll(action: Action): boolean {
  return (action.looks?.length ?? 0) > 0;
}

/** The one roll a click on this line makes; null if there is a choice to make first. */
export function oneRoll(actions: readonly Action[]): Action | null {
  const rolls = actions.filter(isRoll);
  return rolls.length === 1 ? (rolls[0] ?? null) : null;
}

/** The sections that hold pools before the others, each kind in the game's own order. */
export function poolsFirst(sections: readonly Section[]): Section[] {
  const held = (section: Section) => section.lines.some((line) => line.type === 'pool');
  return [...sections.filter(held), ...sections.filter((section) => !held(section))];
}

// ---------------------------------------------------------------- history

/** The entries that tell of somebody, the newest first, each with only what concerns him. */
export function about(entries: readonly Entry[], who: string): Entry[] {
  const found: Entry[] = [];
  for (const entry of entries) {
    const events = (entry.events ?? []).filter(
      (event) => (event.who === who || event.target === who) && event.what !== 'table.said_as',
    );
    if (events.length) found.push({ ...entry, events });
  }
  return found.reverse();
}

const heads = (line?: Line): string => (line?.type === 'row' ? line.cells.map((cell) => cell.label).join('|') : '');

/** Whether a row begins a table: the line before it has other columns, or none. */
export function beginsTable(lines: readonly Line[], at: number): boolean {
  return heads(lines[at]) !== heads(lines[at - 1]);
}
