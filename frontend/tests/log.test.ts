import { describe, expect, it } from 'vitest';
import { aboutMine, headline, isSaid, joined, marked, rows, strokesOf, told } from '../src/lib/log';
import type { Entry, SeenEvent, Stroke } from '../src/lib/types';

const said = (text: string, more: Partial<SeenEvent> = {}): SeenEvent => ({ what: 'x', pieces: [text], ...more });
const entry = (seq: number, encounter: number | null = null, more: Partial<Entry> = {}): Entry => ({
  seq,
  kind: 'act',
  encounter,
  events: [said(`n° ${seq}`)],
  strokes: [{ head: 0, weight: 'wound' }],
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
    expect(rows([entry(2, 2), entry(3, 2)], null, new Set(['f2'])).map((row) => row.key)).toEqual(['f2', 'e2', 'e3']);
  });

  it('leaves out what holds nothing for this member', () => {
    expect(rows([{ seq: 1 }, entry(2), entry(3, null, { events: [] })], null, new Set()).map((row) => row.key)).toEqual(
      ['e2'],
    );
  });
});

describe('rounds', () => {
  const blow = (seq: number, round: number, more: Partial<Stroke> = {}): Entry =>
    entry(seq, 1, { round, when: `Round ${round}`, strokes: [{ head: 0, weight: 'wound', ...more }] });
  const fight = [
    blow(1, 1, { figure: { amount: -3, unit: 'PB' } }),
    blow(2, 1, { figure: { amount: -4, unit: 'PB' }, fell: [['n', 'jorg', 'Jorg']], weight: 'major' }),
    blow(3, 1, { figure: { amount: 2, unit: 'PB' } }),
    blow(4, 2),
    blow(5, 3),
  ];
  const keys = (turned: string[] = []) => rows(fight, 1, new Set(turned)).map((row) => row.key);

  it('are sections: the last two stand open, the others fold into what came of them', () => {
    expect(keys()).toEqual(['r1.1', 'r1.2', 'e4', 'r1.3', 'e5']);
    expect(rows(fight, 1, new Set())[0]).toMatchObject({ when: 'Round 1', since: 1, round: 1, open: false });
  });

  it('are opened and folded by hand', () => {
    expect(keys(['r1.1', 'r1.3'])).toEqual(['r1.1', 'e1', 'e2', 'e3', 'r1.2', 'e4', 'r1.3']);
  });
});

describe('cards', () => {
  const minor = (seq: number, more: Partial<Entry> = {}) => entry(seq, null, { strokes: [{ head: 0 }], ...more });

  it('are one for each thing that was done, small things in a row joined', () => {
    const both = entry(3, null, {
      strokes: [
        { head: 0, weight: 'wound' },
        { head: 1, weight: 'miss' },
      ],
    });
    const shown = rows([minor(1), minor(2), both, minor(4)], null, new Set());
    expect(shown.map((row) => [row.kind, row.key])).toEqual([
      ['minor', 'e1'],
      ['card', 'e3'],
      ['card', 'e3.1'],
      ['minor', 'e4'],
    ]);
    expect(shown[0]).toMatchObject({ cards: [{ key: 'e1' }, { key: 'e2' }] });
  });

  it('stay by themselves where they are secret or taken back', () => {
    const secret = minor(1, { events: [said('x', { secret: true })] });
    const kinds = rows([secret, minor(2, { undone: 3 })], null, new Set()).map((row) => row.kind);
    expect(kinds).toEqual(['card', 'card']);
  });

  it('are not what people say, nor what the table says of itself unless it weighs', () => {
    const table = (weight?: Stroke['weight']) =>
      entry(1, null, { events: [said('x', { what: 'table.x' })], strokes: [{ head: 0, weight }] });
    expect(isSaid(table())).toBe(true);
    expect(isSaid(table('major'))).toBe(false);
    expect(rows([table()], null, new Set())[0]?.kind).toBe('talk');
  });

  it('know what to read first, what came of it, and all in its order', () => {
    const [a, b, c] = [said('a'), said('b'), said('c')];
    const stroke: Stroke = { head: 1, outcome: [2], lines: [0] };
    expect(told({ entry: entry(1, null, { events: [a, b, c] }), stroke })).toEqual({
      head: b,
      ends: [c],
      all: [a, b, c],
    });
  });

  it('wait for what came of them: what leads to a later entry of the same action is told with it', () => {
    const waits = entry(1, null, { act: 1, strokes: [{ head: 0, weight: 'miss' }] });
    const hit = said('touche', { who: 'a', target: 'b' });
    const shown = rows([waits, entry(2, null, { act: 1, events: [hit] })], null, new Set());
    expect(shown.map((row) => row.key)).toEqual(['e2']);
    expect(shown[0]).toMatchObject({ led: [{ pieces: ['n° 1'] }] });
    expect(rows([waits], null, new Set()).map((row) => row.key)).toEqual(['e1']);
    const undone = entry(2, null, { act: 1, events: [hit], undone: 3 });
    expect(rows([waits, undone], null, new Set()).map((row) => row.key)).toEqual(['e1', 'e2']);
  });

  it('are none where nobody did anything and other things are told beside it', () => {
    const both = entry(1, null, {
      events: [said('touche', { who: 'a', target: 'b' }), said('Round 2.')],
      strokes: [{ head: 0, weight: 'wound' }, { head: 1 }],
    });
    expect(rows([both], null, new Set()).map((row) => row.key)).toEqual(['e1']);
  });

  it('are read by their headline where an older server tells of none', () => {
    const old = entry(1, null, { strokes: [], events: [said('a'), said('b', { headline: true, weight: 'major' })] });
    expect(strokesOf(old)).toEqual([{ head: 1, lines: [0], weight: 'major' }]);
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
