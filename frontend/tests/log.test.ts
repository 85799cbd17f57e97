import { describe, expect, it } from 'vitest';
import { aboutMine, headline, joined, marked, rows } from '../src/lib/log';
import type { Entry, SeenEvent } from '../src/lib/types';

const said = (text: string, more: Partial<SeenEvent> = {}): SeenEvent => ({ what: 'x', pieces: [text], ...more });
const entry = (seq: number, encounter: number | null = null, more: Partial<Entry> = {}): Entry => ({
  seq,
  kind: 'act',
  encounter,
  events: [said(`n° ${seq}`)],
  ...more,
});

describe('rows', () => {
  it('folds an encounter that is over to one line, and shows the one under way', () => {
    const start = entry(2, 2, { title: 'Le gué' });
    const log = [entry(1), start, entry(3, 2), entry(4), entry(5, 5), entry(6, 5)];
    const shown = rows(log, 5, new Set());
    expect(shown.map((row) => row.key)).toEqual(['e1', 'f2', 'e4', 'e5', 'e6']);
    expect(shown[1]).toMatchObject({ kind: 'fold', title: 'Le gué', count: 2, open: false });
  });

  it('shows the entries of a folded encounter once it is opened', () => {
    expect(rows([entry(2, 2), entry(3, 2)], null, new Set([2])).map((row) => row.key)).toEqual(['f2', 'e2', 'e3']);
  });

  it('leaves out what holds nothing for this member', () => {
    expect(rows([{ seq: 1 }, entry(2), entry(3, null, { events: [] })], null, new Set()).map((row) => row.key)).toEqual(
      ['e2'],
    );
  });
});

describe('a folded encounter', () => {
  it('says how it ended, unless that was taken back', () => {
    const blow = said('Alys touche Bran.', { what: 'touche' });
    const over = said('Le combat est fini. Debout : Compagnons.', { what: 'fini' });
    const left = said('La rencontre est close.', { what: 'table.encounter_end' });
    const fold = (undone: number | null) =>
      rows([entry(2, 2, { events: [blow] }), entry(3, 2, { events: [over, left], undone })], null, new Set())[0];
    expect(fold(null)).toMatchObject({ result: 'Le combat est fini. Debout : Compagnons.' });
    expect(fold(4)).toMatchObject({ result: 'Alys touche Bran.' });
  });
});

describe('joined', () => {
  it('takes entries in order, none twice, and none after a gap', () => {
    const log = joined([entry(1)], [entry(1), entry(2), entry(4)]);
    expect(log.map((each) => each.seq)).toEqual([1, 2]);
  });

  it('marks what was taken back, and unmarks what is done again', () => {
    const once = joined([entry(1), entry(2)], [entry(3, null, { undoes: [2] })]);
    expect(once.map((each) => each.undone ?? null)).toEqual([null, 3, null]);
    expect(joined(once, [entry(4, null, { redoes: [2] })])[1]?.undone).toBeNull();
    expect(marked(once, entry(9))).toBe(once);
  });

  it('never changes what it was given', () => {
    const before = [entry(1), entry(2)];
    joined(before, [entry(3, null, { undoes: [1] })]);
    expect(before[0]?.undone).toBeUndefined();
  });
});

describe('what has just happened', () => {
  it('is read by its headline, or by its first line where the headline is not for this member', () => {
    const [blow, death] = [said('Alys touche Bran.'), said('Bran meurt.', { headline: true, weight: 'fatal' })];
    expect(headline(entry(1, null, { events: [blow, death] }))).toBe(death);
    expect(headline(entry(1, null, { events: [blow] }))).toBe(blow);
    expect(headline({ seq: 1 })).toBeUndefined();
  });

  it('is told from where those who are mine stand, or whole if it is none of their business', () => {
    const turn = [
      said('a', { who: 'nix' }),
      said('b', { who: 'loup', target: 'nix' }),
      said('c', { who: 'loup' }),
      said('d'),
    ];
    expect(aboutMine(turn, (who) => who === 'nix').map((each) => each.pieces[0])).toEqual(['a', 'b']);
    expect(aboutMine(turn, (who) => who === 'eve')).toEqual(turn);
  });
});
