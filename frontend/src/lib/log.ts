/** The log as rows to show: pure functions, tested. */
import { textOf } from './sentence';
import type { Entry, SeenEvent, Term } from './types';

/** A card, or an encounter that is over and folded to a line. */
export type Row = { key: string; kind: 'entry'; entry: Entry } | Fold;
type Fold = {
  key: string;
  kind: 'fold';
  since: number;
  title: string;
  /** The last thing its rules told: how it ended, most often. */
  result: string;
  count: number;
  open: boolean;
};

const TALK = new Set(['say', 'whisper', 'roll', 'line']);

/** Whether an entry changes nothing of the play. */
export function isTalk(entry: Entry): boolean {
  return TALK.has(entry.kind ?? '');
}

/** What to read first of all that happened at once. */
export function headline(entry: Entry): SeenEvent | undefined {
  return entry.events?.find((event) => event.headline) ?? entry.events?.[0];
}

/** Entries with something to read, each encounter that is over folded to a line unless it was opened. */
export function rows(entries: readonly Entry[], current: number | null, opened: ReadonlySet<number>): Row[] {
  const found: Row[] = [];
  let last: Fold | null = null;
  for (const entry of entries) {
    if (!entry.kind) continue; // nothing in it for this member
    const since = entry.encounter ?? null;
    if (since === null || since === current) {
      if (since !== null) last = null;
      if (entry.events?.length) found.push({ key: `e${entry.seq}`, kind: 'entry', entry });
      continue;
    }
    const fold: Fold = last?.since === since ? last : folded(since, opened.has(since));
    if (fold !== last) found.push(fold);
    last = fold;
    fold.title = entry.title || fold.title;
    const told = entry.undone ? undefined : entry.events?.findLast(({ what }) => !what.startsWith('table.'));
    if (told) fold.result = textOf(told.pieces);
    if (!entry.events?.length) continue;
    fold.count += 1;
    if (fold.open) found.push({ key: `e${entry.seq}`, kind: 'entry', entry });
  }
  return found;
}

function folded(since: number, open: boolean): Fold {
  return { key: `f${since}`, kind: 'fold', since, title: '', result: '', count: 0, open };
}

/** What the log already holds, with new entries behind it: in order, none twice. Those after a gap are left out. */
export function joined(known: readonly Entry[], more: readonly Entry[]): Entry[] {
  let all = [...known];
  for (const entry of more) {
    const last = all.at(-1)?.seq;
    if (last !== undefined && entry.seq !== last + 1) continue;
    all = marked(all, entry);
    all.push(entry);
  }
  return all;
}

/** Entries, marked as taken back or done again by this one. */
export function marked(all: Entry[], by: Entry): Entry[] {
  const marks = new Map<number, number | null>();
  for (const seq of by.undoes ?? []) marks.set(seq, by.seq);
  for (const seq of by.redoes ?? []) marks.set(seq, null);
  return marks.size ? all.map((each) => (marks.has(each.seq) ? { ...each, undone: marks.get(each.seq) } : each)) : all;
}

export function total(terms: readonly Term[]): number {
  return terms.reduce((sum, term) => sum + term[1], 0);
}

/** Of all that happened at once, what those who are mine did or suffered; all of it where it is none of their business. */
export function aboutMine(events: readonly SeenEvent[], mine: (who: string) => boolean): readonly SeenEvent[] {
  const found = events.filter((event) => mine(event.who ?? '') || mine(event.target ?? ''));
  return found.length ? found : events;
}
