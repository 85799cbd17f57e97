/** The log as rows to show: pure functions, tested. */
import type { Entry, Event, Rolled, SeenEvent, Term } from './types';

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

export function fact(event: Event, name: string): unknown {
  return event.facts?.find(([key]) => key === name)?.[1];
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
    for (const { event, text } of entry.events ?? []) {
      if (event.what === 'table.encounter') fold.title = String(fact(event, 'title') ?? '');
      else if (!event.what.startsWith('table.') && !entry.undone) fold.result = text; // the last thing the rules told
    }
    if (!entry.events?.length) continue;
    fold.count += 1;
    if (fold.open) found.push({ key: `e${entry.seq}`, kind: 'entry', entry });
  }
  return found;
}

function folded(since: number, open: boolean): Fold {
  return { key: `f${since}`, kind: 'fold', since, title: '', result: '', count: 0, open };
}

/** Which entries this one takes back or does again: [numbers, whether they are undone now]. */
export function takenBack(entry: Entry): [numbers: number[], undone: boolean] | null {
  for (const { event } of entry.events ?? []) {
    if (event.what === 'table.undone' || event.what === 'table.redone') {
      const numbers = fact(event, 'entries');
      return [Array.isArray(numbers) ? numbers.map(Number) : [], event.what === 'table.undone'];
    }
  }
  return null;
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
  const marks = takenBack(by);
  if (!marks) return all;
  const wanted = new Set(marks[0]);
  return all.map((each) => (wanted.has(each.seq) ? { ...each, undone: marks[1] ? by.seq : null } : each));
}

// ---------------------------------------------------------------- sentences

export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'name'; text: string }
  | { kind: 'sum'; text: string; terms: Term[] };

/** The sums of an event: its own, and any fact that is a list of terms. */
export function sums(event: Event): Term[][] {
  const found: Term[][] = [];
  if (event.terms?.length) found.push(event.terms as Term[]);
  for (const [, value] of event.facts ?? []) if (isTerms(value)) found.push(value);
  return found;
}

function isTerms(value: unknown): value is Term[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((t) => Array.isArray(t) && t.length === 3 && typeof t[0] === 'string' && typeof t[1] === 'number')
  );
}

export function total(terms: readonly Term[]): number {
  return terms.reduce((sum, term) => sum + term[1], 0);
}

/** A sentence with its names set apart and its sums ready to open; sums it does not tell come last, by themselves. */
export function pieces(seen: SeenEvent, names: Iterable<string>): { pieces: Piece[]; untold: Term[][] } {
  let found: Piece[] = [{ kind: 'text', text: seen.text }];
  const longest = [...new Set(names)].filter((name) => name.length > 1).sort((a, b) => b.length - a.length);
  for (const name of longest) found = split(found, name, (text) => ({ kind: 'name', text }));
  const untold: Term[][] = [];
  for (const terms of sums(seen.event)) {
    const value = total(terms);
    const shown = [`+${value}`, String(value), `−${Math.abs(value)}`];
    const before = found.length;
    for (const text of value < 0 ? shown.slice(1) : shown.slice(0, 2)) {
      found = splitLast(found, text, terms);
      if (found.length !== before) break;
    }
    if (found.length === before && !found.some((piece) => piece.kind === 'sum' && piece.terms === terms)) {
      untold.push(terms);
    }
  }
  return { pieces: found, untold };
}

/** Each sum with the marks that close up to it: a line never breaks between the two. */
export function hung(found: readonly Piece[]): (Piece & { tail?: string })[] {
  let taken = 0;
  return found.map((piece, i) => {
    if (piece.kind === 'text') {
      const text = piece.text.slice(taken);
      taken = 0;
      return { ...piece, text };
    }
    const next = piece.kind === 'sum' ? found[i + 1] : undefined;
    const tail = (next?.kind === 'text' && /^(?:[.,)]+| ?[:;!?%»]+)/.exec(next.text)?.[0]) || '';
    taken = tail.length;
    return tail ? { ...piece, tail } : piece;
  });
}

const WORD = /[\p{L}\p{N}_]/u;

function free(text: string, from: number, length: number): boolean {
  const before = text[from - 1] ?? ' ';
  const after = text[from + length] ?? ' ';
  return !WORD.test(before) && !WORD.test(after);
}

function split(found: Piece[], wanted: string, make: (text: string) => Piece): Piece[] {
  return found.flatMap((piece) => {
    if (piece.kind !== 'text') return [piece];
    const parts: Piece[] = [];
    let rest = piece.text;
    let at = 0;
    for (at = rest.indexOf(wanted); at >= 0; at = rest.indexOf(wanted, at)) {
      if (!free(rest, at, wanted.length)) {
        at += wanted.length;
        continue;
      }
      if (at) parts.push({ kind: 'text', text: rest.slice(0, at) });
      parts.push(make(wanted));
      rest = rest.slice(at + wanted.length);
      at = 0;
    }
    return rest ? [...parts, { kind: 'text', text: rest }] : parts;
  });
}

/** The last place where a figure stands by itself becomes the sum behind it. */
function splitLast(found: Piece[], wanted: string, terms: Term[]): Piece[] {
  for (let i = found.length - 1; i >= 0; i--) {
    const piece = found[i];
    if (piece?.kind !== 'text') continue;
    for (let at = piece.text.lastIndexOf(wanted); at >= 0; at = at ? piece.text.lastIndexOf(wanted, at - 1) : -1) {
      if (!free(piece.text, at, wanted.length)) continue;
      const parts: Piece[] = [
        { kind: 'text', text: piece.text.slice(0, at) },
        { kind: 'sum', text: wanted, terms },
        { kind: 'text', text: piece.text.slice(at + wanted.length) },
      ];
      const kept = parts.filter((part) => part.kind === 'sum' || part.text);
      const whole = [...found.slice(0, i), ...kept, ...found.slice(i + 1)];
      return whole.length === found.length ? [...whole, { kind: 'text', text: '' }] : whole;
    }
  }
  return found;
}

/** A free roll's sentence without the faces, which stand beside it as dice; with dice put aside, the sentence alone. */
export function besides(seen: SeenEvent): { seen: SeenEvent; dice: readonly Rolled[] } {
  const dice = seen.event.dice ?? [];
  if (seen.event.what !== 'table.rolled') return { seen, dice };
  let { text } = seen;
  for (const { faces } of dice) text = text.replace(` [${faces.join(', ')}]`, '');
  return text.includes('[') ? { seen, dice: [] } : { seen: { ...seen, text }, dice };
}

/** Of all that happened at once, what those who are mine did or suffered; all of it where it is none of their business. */
export function aboutMine(events: readonly SeenEvent[], mine: (who: string) => boolean): readonly SeenEvent[] {
  const found = events.filter(({ event }) => mine(event.who ?? '') || mine(event.target ?? ''));
  return found.length ? found : events;
}
