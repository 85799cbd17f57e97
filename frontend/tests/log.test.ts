import { describe, expect, it } from 'vitest';
import { aboutMine, besides, hung, joined, pieces, rows, takenBack } from '../src/lib/log';
import type { Entry, SeenEvent, Term } from '../src/lib/types';

const said = (text: string, event: Partial<SeenEvent['event']> = {}): SeenEvent => ({
  text,
  event: { what: 'x', ...event },
});
const entry = (seq: number, encounter: number | null = null, more: Partial<Entry> = {}): Entry => ({
  seq,
  kind: 'act',
  encounter,
  events: [said(`n° ${seq}`)],
  ...more,
});

describe('rows', () => {
  it('folds an encounter that is over to one line, and shows the one under way', () => {
    const start = entry(2, 2, { events: [said('', { what: 'table.encounter', facts: [['title', 'Le gué']] })] });
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

describe('besides', () => {
  const die = (faces: number[]) => ({ who: 'a', why: '', sides: 6, faces, audience: 'all', by: '' });
  const rolled = (text: string, ...dice: number[][]) => said(text, { what: 'table.rolled', dice: dice.map(die) });

  it('leaves the faces to the dice', () => {
    const told = besides(rolled('Eve lance 2d6 [3, 5] + d6 [3] + 1 = 12', [3, 5], [3]));
    expect([told.seen.text, told.dice.length]).toEqual(['Eve lance 2d6 + d6 + 1 = 12', 2]);
  });

  it('leaves dice that were put aside to the sentence', () => {
    const told = besides(rolled('Eve lance 2d6k1 [5, (3)] = 5', [3, 5]));
    expect([told.seen.text, told.dice.length]).toEqual(['Eve lance 2d6k1 [5, (3)] = 5', 0]);
  });

  it('leaves the sentences of a game as they are', () => {
    const told = besides(said('Il obtient [3].', { dice: [die([3])] }));
    expect([told.seen.text, told.dice.length]).toEqual(['Il obtient [3].', 1]);
  });
});

describe('joined', () => {
  it('takes entries in order, none twice, and none after a gap', () => {
    const log = joined([entry(1)], [entry(1), entry(2), entry(4)]);
    expect(log.map((each) => each.seq)).toEqual([1, 2]);
  });

  it('marks what was taken back, and unmarks what is done again', () => {
    const undo = entry(3, null, { events: [said('', { what: 'table.undone', facts: [['entries', [2]]] })] });
    const redo = entry(4, null, { events: [said('', { what: 'table.redone', facts: [['entries', [2]]] })] });
    const once = joined([entry(1), entry(2)], [undo]);
    expect(once.map((each) => each.undone ?? null)).toEqual([null, 3, null]);
    expect(joined(once, [redo])[1]?.undone).toBeNull();
    expect(takenBack(entry(9))).toBeNull();
  });

  it('never changes what it was given', () => {
    const before = [entry(1), entry(2)];
    joined(before, [entry(3, null, { events: [said('', { what: 'table.undone', facts: [['entries', [1]]] })] })]);
    expect(before[0]?.undone).toBeUndefined();
  });
});

describe('pieces', () => {
  const terms: Term[] = [
    ['Agilité', 7, 'FLU-3.1'],
    ['Dé', 8, 'FLU-3.13'],
  ];
  const shown = (seen: SeenEvent, names: string[] = []) =>
    pieces(seen, names).pieces.map((piece) => (piece.kind === 'text' ? piece.text : `<${piece.kind}:${piece.text}>`));

  it('sets names apart, the longest first', () => {
    expect(shown(said('Jean Bart frappe Jean.'), ['Jean', 'Jean Bart']).join('')).toBe(
      '<name:Jean Bart> frappe <name:Jean>.',
    );
    expect(shown(said('Jeannot rit.'), ['Jean']).join('')).toBe('Jeannot rit.');
  });

  it('opens the last figure that is the sum', () => {
    expect(shown(said('15 contre 9 : total 15.', { terms })).join('')).toBe('15 contre 9 : total <sum:15>.');
    expect(shown(said('15', { terms })).join('')).toBe('<sum:15>');
  });

  it('opens facts that are sums too, with their sign', () => {
    const facts: [string, unknown][] = [['avantages', [['Épée', 3, 'FLU-3.20']]]];
    expect(shown(said('Avantages nets : +3.', { facts })).join('')).toBe('Avantages nets : <sum:+3>.');
  });

  it('keeps a sum that the sentence does not tell', () => {
    const told = pieces(said('Il se lance.', { terms }), []);
    expect(told.untold).toEqual([terms]);
    expect(pieces(said('Total 150', { terms }), []).untold).toEqual([terms]);
  });

  it('loses no character of the sentence', () => {
    const text = 'Nix touche Nix : 15, 15 et −15 ; Nixe 115.';
    expect(
      pieces(said(text, { terms }), ['Nix'])
        .pieces.map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});

describe('what has just happened', () => {
  it('is told from where those who are mine stand, or whole if it is none of their business', () => {
    const turn = [
      said('a', { who: 'nix' }),
      said('b', { who: 'loup', target: 'nix' }),
      said('c', { who: 'loup' }),
      said('d'),
    ];
    expect(aboutMine(turn, (who) => who === 'nix').map((each) => each.text)).toEqual(['a', 'b']);
    expect(aboutMine(turn, (who) => who === 'eve')).toEqual(turn);
  });
});

describe('a sum in a sentence', () => {
  it('keeps the marks that close up to it', () => {
    const seen = said('Ysée atteint Mei, marge 0. Reste 4 : peu', {
      terms: [['Marge', 0, '']],
      facts: [['reste', [['Reste', 4, '']]]],
    });
    const told = hung(pieces(seen, ['Ysée', 'Mei']).pieces);
    expect(told.filter((piece) => piece.kind === 'sum').map((piece) => piece.text + piece.tail)).toEqual(['0.', '4 :']);
    expect(told.map((piece) => piece.text + (piece.tail ?? '')).join('')).toBe(seen.text);
  });

  it('stands alone where a word follows', () => {
    const told = hung(pieces(said('Elle perd 2 PV.', { terms: [['Lame', 2, '']] }), []).pieces);
    expect(told.map((piece) => piece.tail)).toEqual([undefined, undefined, undefined]);
  });
});
