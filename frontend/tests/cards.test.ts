import { describe, expect, it } from 'vitest';
import { against, type Card, changed, dealt, FITTING, figure, placedAs, tagsOf } from '../src/creation/cards';
import type { Key } from '../src/creation/fields';
import type { Sheet } from '../src/lib/types';

const card = (more: Partial<Card> = {}): Card => ({
  says: '',
  strengths: [],
  figures: [],
  tags: [],
  fits: 0,
  why: '',
  closed: '',
  rule: '',
  ...more,
});
const keys: Key[] = [
  ['fantassin', 'Fantassin'],
  ['mage', 'Mage'],
  ['archer', 'Archer'],
];
const cards = {
  fantassin: card({ says: 'Tient la ligne.', tags: ['Mêlée'] }),
  archer: card({ tags: ['Tir', 'Mêlée'], fits: 2 }),
};

describe('cards of what can be chosen', () => {
  it('counts tags in the order they first come', () => {
    expect([...tagsOf(keys, cards)]).toEqual([
      ['Mêlée', 2],
      ['Tir', 1],
    ]);
  });
  it('puts first what goes with what was chosen, and keeps what has no card', () => {
    expect(dealt(keys, cards, '', '').map(([id]) => id)).toEqual(['archer', 'fantassin', 'mage']);
  });
  it('finds by name, by sentence and by filter', () => {
    expect(dealt(keys, cards, 'ligne', '').map(([id]) => id)).toEqual(['fantassin']);
    expect(dealt(keys, cards, '', 'Tir').map(([id]) => id)).toEqual(['archer']);
    expect(dealt(keys, cards, '', FITTING).map(([id]) => id)).toEqual(['archer']);
    expect(dealt(keys, cards, 'mage', 'Tir')).toEqual([]);
  });
  it('reads figures, and two cards face to face', () => {
    const force: Card['figures'][number] = {
      type: 'stat',
      label: 'Force',
      terms: [
        ['Base', 3, ''],
        ['Don', 2, ''],
      ],
    };
    const arme: Card['figures'][number] = { type: 'text', label: 'Arme', text: 'Épée' };
    expect(figure(force)).toEqual({ label: 'Force', value: 5 });
    expect(against(card({ figures: [force] }), card({ figures: [force, arme] }))).toEqual([
      { label: 'Force', left: 5, right: 5 },
      { label: 'Arme', left: '–', right: 'Épée' },
    ]);
  });
  it('knows a spread that is placed, zeros left out', () => {
    const spread = { label: '', note: '', points: { FOR: 3, AGI: 0 } };
    expect(placedAs(spread, { FOR: 3 })).toBe(true);
    expect(placedAs(spread, { FOR: 3, AGI: 1 })).toBe(false);
  });
  it('tells what a choice has changed on the sheet', () => {
    const sheet = (force: number): Sheet => ({
      who: 'a',
      name: 'A',
      sections: [{ title: 'Valeurs', lines: [{ type: 'stat', label: 'Force', terms: [['Base', force, '']] }] }],
    });
    expect(changed(sheet(3), sheet(5))).toEqual([{ label: 'Force', before: 3, after: 5 }]);
    expect(changed(sheet(3), sheet(3))).toEqual([]);
    expect(changed(null, sheet(3))).toEqual([]);
  });
});
