/** The log as rows to show: pure functions, tested. */
import { textOf } from './sentence';
import type { Entry, SeenEvent, Stroke, Term } from './types';

/** Something that was done: an entry, and which of its strokes. */
export interface Card {
  key: string;
  kind: 'card';
  entry: Entry;
  stroke: Stroke;
  /** What was told of the same action before it was done: it waited for an answer. */
  led: readonly SeenEvent[];
}
/** Small things in a row, on one line. */
export interface Minors {
  key: string;
  kind: 'minor';
  cards: Card[];
}
/** A heading that folds what was done in a round; what came of it the server knows. */
export interface Round {
  key: string;
  kind: 'round';
  since: number;
  round: number;
  when: string;
  open: boolean;
}
/** An encounter that is over, folded to a line. */
export interface Fold {
  key: string;
  kind: 'fold';
  since: number;
  title: string;
  /** The last thing its rules told: how it ended, most often. */
  result: string;
  count: number;
  open: boolean;
}
export type Row = Card | Minors | Round | Fold | { key: string; kind: 'talk'; entry: Entry };

const TALK = new Set(['say', 'whisper', 'roll', 'line']);

/** Whether an entry changes nothing of the play. */
export function isTalk(entry: Entry): boolean {
  return TALK.has(entry.kind ?? '');
}

/** What to read first of all that happened at once. */
export function headline(entry: Entry): SeenEvent | undefined {
  return entry.events?.find((event) => event.headline) ?? entry.events?.[0];
}

/** What the table says of itself, people say, or the log does with itself: no card. */
export function isSaid(entry: Entry): boolean {
  const first = entry.events?.[0];
  return Boolean(first?.what.startsWith('table.')) && (entry.strokes?.[0]?.weight ?? 'minor') === 'minor';
}

/** The events of a stroke: the one to read first, what came of it, and all in the order they were told. */
export function told({ entry, stroke, led = [] }: { entry: Entry; stroke: Stroke; led?: readonly SeenEvent[] }) {
  const at = (place: number) => entry.events?.[place];
  const there = (found: (SeenEvent | undefined)[]) => found.filter((event) => event !== undefined);
  const places = [stroke.head, ...(stroke.outcome ?? []), ...(stroke.lines ?? [])].toSorted((a, b) => a - b);
  return {
    head: at(stroke.head),
    ends: there((stroke.outcome ?? []).map(at)),
    all: [...led, ...there(places.map(at))],
  };
}

/** The strokes of an entry; one of an older server is one. */
export function strokesOf(entry: Entry): Stroke[] {
  if (entry.strokes?.length) return entry.strokes;
  const events = entry.events ?? [];
  const head = Math.max(
    0,
    events.findIndex((event) => event.headline),
  );
  return events.length
    ? [{ head, lines: events.map((_, i) => i).filter((i) => i !== head), weight: events[head]?.weight }]
    : [];
}

type Led = SeenEvent[];
const OPEN = 2; // rounds that stand open, the last ones

/**
 * Entries with something to read: each encounter that is over folded to a line unless it was opened, the rounds of one
 * that is shown as sections, small things in a row joined. `turned`: what was opened or folded by hand.
 */
export function rows(entries: readonly Entry[], current: number | null, turned: ReadonlySet<string>): Row[] {
  const found: Row[] = [];
  let last: Fold | null = null;
  let round = null as Round | null;
  const led: Led = [];
  const lasts = new Map<number, number>(); // of each action, the last entry that tells of it
  for (const { act, seq, events, undone } of entries) if (act && events?.length && !undone) lasts.set(act, seq);
  const newest = new Map<number, number>();
  for (const each of entries) if (each.encounter && each.round) newest.set(each.encounter, each.round);
  for (const entry of entries) {
    if (!entry.kind) continue; // nothing in it for this member
    const since = entry.encounter ?? null;
    if (since !== null && since !== current) {
      const fold: Fold = last?.since === since ? last : folded(since, turned.has(`f${since}`));
      if (fold !== last) {
        found.push(fold);
        round = null;
      }
      last = fold;
      tally(fold, entry);
      if (!fold.open) continue;
    } else if (since !== null) last = null;
    if (!entry.events?.length) continue;
    if (since === null) round = null;
    else if (entry.round) {
      const key = `r${since}.${entry.round}`;
      if (round?.key !== key) {
        const open: boolean = entry.round > (newest.get(since) ?? 0) - OPEN !== turned.has(key);
        round = { key, kind: 'round', since, round: entry.round, when: entry.when ?? '', open };
        found.push(round);
      }
    }
    const goesOn = !entry.undone && (lasts.get(entry.act ?? 0) ?? 0) > entry.seq;
    if (!goesOn && lasts.get(entry.act ?? 0) !== entry.seq) led.length = 0;
    show(found, entry, round, led, goesOn);
  }
  return found;
}

function tally(fold: Fold, entry: Entry): void {
  fold.title = entry.title || fold.title;
  const told = entry.undone ? undefined : entry.events?.findLast(({ what }) => !what.startsWith('table.'));
  if (told) fold.result = textOf(told.pieces);
  if (entry.events?.length) fold.count += 1;
}

/** Something that only leads to what was done: nothing came of it yet. */
const leads = (entry: Entry, stroke: Stroke) =>
  !entry.events?.[stroke.head]?.target || ['miss', 'minor'].includes(stroke.weight ?? 'minor');

/** Nobody did it: a round begins, where other things are told beside it. */
const nobodys = (entry: Entry, stroke: Stroke) => {
  const { who, target } = entry.events?.[stroke.head] ?? {};
  return !who && !target && (stroke.weight ?? 'minor') === 'minor' && (entry.strokes?.length ?? 0) > 1;
};

/** The cards of an entry, in its round if it has one; what leads to a later one of the same action waits for it. */
function show(found: Row[], entry: Entry, round: Round | null, led: Led, goesOn: boolean): void {
  if (isSaid(entry)) {
    if (!round || round.open) found.push({ key: `e${entry.seq}`, kind: 'talk', entry });
    return;
  }
  strokesOf(entry).forEach((stroke, i) => {
    if (nobodys(entry, stroke)) return;
    if (goesOn && leads(entry, stroke)) {
      led.push(...told({ entry, stroke }).all);
      return;
    }
    if (round && !round.open) return;
    const key = i ? `e${entry.seq}.${i}` : `e${entry.seq}`;
    const card: Card = { key, kind: 'card', entry, stroke, led: led.splice(0) };
    const before = found.at(-1);
    if (!small(card)) found.push(card);
    else if (before?.kind === 'minor') before.cards.push(card);
    else found.push({ key: card.key, kind: 'minor', cards: [card] });
  });
}

const small = ({ entry, stroke }: Card) =>
  (stroke.weight ?? 'minor') === 'minor' && !entry.undone && !entry.events?.some((event) => event.secret);

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
