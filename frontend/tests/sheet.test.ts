import { describe, expect, it } from 'vitest';
import type { Action, Entry, Line } from '../src/lib/types';
import { unsentNote } from '../src/sheet/notes';
import { about, beginsTable, hung, oneRoll, poolsFirst, rollsOf } from '../src/sheet/rolls';

const action = (text: string, more: Record<string, unknown> = {}, looks = ['reussite'], closed = ''): Action => ({
  action: { do: 'tester', actor: 'alys', ...more },
  text,
  looks,
  closed,
});

describe('what a line of the sheet rolls', () => {
  it('is found by the words behind the colon, by an id, by an abbreviation', () => {
    const force = action('Test : FOR', { caracs: ['FOR'] });
    const lore = action('Test : CONN', { caracs: ['CONN'] });
    const body = action('Test : CON', { caracs: ['CON'] });
    const blades = action('Test : Lames', { competence: 'lames' });
    const fight = action('Corps-à-corps', { competence: 'corps_a_corps' });
    const found = rollsOf(
      [force, lore, body, blades, fight],
      ['Force', 'Connaissances', 'Constitution', 'Lames', 'Corps à corps', 'Mouvement'],
    );
    expect(found.get('Force')).toEqual([force]);
    expect(found.get('Connaissances')).toEqual([lore]);
    expect(found.get('Constitution')).toEqual([body]);
    expect(found.get('Lames')).toEqual([blades]);
    expect(found.get('Corps à corps')).toEqual([fight]);
    expect(found.has('Mouvement')).toBe(false);
  });

  it('is none that is closed, and one alone is made at once', () => {
    const shut = action('Test : Lames', {}, [], 'Pas maintenant');
    expect(rollsOf([shut], ['Lames']).size).toBe(0);
    const roll = action('Test : Dague');
    const sell = action('Vendre : Dague', {}, []);
    expect(oneRoll(rollsOf([roll, sell], ['Dague']).get('Dague') ?? [])).toBe(roll);
    expect(oneRoll([roll, action('Lancer : Dague')])).toBeNull();
    expect(oneRoll([sell])).toBeNull();
  });

  it('hangs where the game draws its branches', () => {
    expect(hung('├─ Escalade')).toEqual({ label: 'Escalade', depth: 1 });
    expect(hung('│  └─ Contrôle du Qì')).toEqual({ label: 'Contrôle du Qì', depth: 2 });
    expect(hung('Air/Réflexes')).toEqual({ label: 'Air/Réflexes', depth: 0 });
  });
});

describe('pools', () => {
  it('come first where there is little room', () => {
    const stat = { type: 'stat' as const, label: 'Force', terms: [] };
    const pool = { type: 'pool' as const, label: 'RES', now: 1, terms: [], at: 'res', lost: true, low: 0 };
    const sections = [
      { title: 'a', kind: '' as const, lines: [stat] },
      { title: 'b', kind: '' as const, lines: [stat, pool] },
      { title: 'c', kind: '' as const, lines: [] },
    ];
    expect(poolsFirst(sections).map((section) => section.title)).toEqual(['b', 'a', 'c']);
  });
});

describe('notes', () => {
  it('that are on their way are shown as they were written last', () => {
    const note = (who: string, text: string, secret = false) => ({ do: 'note' as const, who, text, secret });
    const unsent = [note('alys', 'a'), note('brun', 'b'), note('alys', 'c'), note('alys', 'd', true)].map(
      (command, i) => ({ id: String(i), command, label: '', tries: 0 }),
    );
    expect(unsentNote(unsent, 'alys', false)).toBe('c');
    expect(unsentNote(unsent, 'alys', true)).toBe('d');
    expect(unsentNote(unsent, 'cora', false)).toBeUndefined();
  });
});

describe('history', () => {
  it('is what the log tells of somebody, the newest first', () => {
    const entry = (seq: number, who: string, target = ''): Entry => ({
      seq,
      kind: 'act',
      events: [
        { what: 'jet', pieces: ['x'], who, target },
        { what: 'jet', pieces: ['y'], who: 'personne' },
      ],
    });
    const found = about([entry(1, 'alys'), entry(2, 'brun'), entry(3, 'brun', 'alys')], 'alys');
    expect(found.map((each) => [each.seq, each.events?.length])).toEqual([
      [3, 1],
      [1, 1],
    ]);
  });
});

describe('rows of figures', () => {
  it('begin a table where the line before has other columns', () => {
    const row = (label: string, ...heads: string[]): Line => ({
      type: 'row',
      label,
      cells: heads.map((head) => ({ type: 'stat' as const, label: head, terms: [[head, 1, '']] })),
    });
    const text: Line = { type: 'text', label: 'Note', text: '…' };
    const lines = [
      row('Force', 'base', 'fixe'),
      row('Agilité', 'base', 'fixe'),
      row('Ego', 'base'),
      text,
      row('Taille', 'base'),
    ];
    expect([0, 1, 2, 4].map((at) => beginsTable(lines, at))).toEqual([true, false, true, true]);
  });
});
