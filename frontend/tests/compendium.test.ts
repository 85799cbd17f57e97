import { describe, expect, it } from 'vitest';
import { columns, matching, parts, shelf, told } from '../src/compendium/shelf';
import type { Article, Rule } from '../src/lib/types';

const rule = (id: string, title: string, text: string, see: string[] = []): Rule => ({
  id,
  title,
  kind: 'mechanic',
  text,
  ambiguity: '',
  rows: [],
  see,
});
const rules = [
  rule('FD-1.2', 'Épées', 'Tout ce qui tranche.'),
  rule('FD-3.4', 'Brouillard', 'On ne voit pas loin (FD-1.2, FD-9.9).'),
  rule('FD-4.1', 'Parade', 'Avec une épée.', ['FD-1.2']),
];
const articles: Article[] = [
  { catalogue: 'arme', id: 'epee', name: 'Épée', facts: { pui: { n: 1, faces: 6, fixe: 1 } } },
];
const stock = shelf(rules, articles);

describe('the compendium', () => {
  it('is searched without accents or capitals, titles first', () => {
    expect(matching(stock.rules, 'epee').map((each) => each.id)).toEqual(['FD-1.2', 'FD-4.1']);
    expect(matching(stock.rules, 'fd-3.4').map((each) => each.id)).toEqual(['FD-3.4']);
    expect(matching(stock.articles, 'EPEE')).toHaveLength(1);
    expect(matching(stock.rules, '  ')).toHaveLength(3);
    expect(matching(stock.rules, 'epee brouillard')).toEqual([]);
  });

  it('leads from a rule to those it names, and back', () => {
    expect(parts('Voir FD-1.2 et FD-9.9.', stock.byId)).toEqual([
      { text: 'Voir ', rule: false },
      { text: 'FD-1.2', rule: true },
      { text: ' et FD-9.9.', rule: false },
    ]);
    expect(stock.citing.get('FD-1.2')?.map((each) => each.id)).toEqual(['FD-3.4', 'FD-4.1']);
  });

  it('reads values as one says them', () => {
    const words = { yes: 'oui', no: 'non' };
    expect(told({ n: 1, faces: 6, fixe: -1 }, words)).toBe('1d6−1');
    expect(told([true, 'a_b', null], words)).toBe('oui, a b, —');
    expect(told({ sur: 'degats', n: 3 }, words)).toBe('sur degats · n 3');
    expect(columns([{ a: 1 }, { b: 2, a: 3 }])).toEqual(['a', 'b']);
  });
});
