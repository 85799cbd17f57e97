import { describe, expect, it } from 'vitest';
import { columns, kinds, matching, parts, shelf, stepped, told } from '../src/compendium/shelf';
import { plain } from '../src/lib/format';
import type { Article, Rule } from '../src/lib/types';

const rule = (id: string, title: string, text: string, see: string[] = []): Rule => ({
  id,
  title,
  kind: 'mechanic',
  text,
  ambiguity: '',
  rows: [],
  see,
  actions: [],
});
const rules = [
  rule('FD-1.2', 'Épées', 'Tout ce qui tranche.'),
  rule('FD-3.4', 'Brouillard', 'On ne voit pas loin (FD-1.2, FD-9.9).'),
  rule('FD-4.1', 'Parade', 'Avec une épée.', ['FD-1.2']),
];
const articles: Article[] = [
  {
    catalogue: 'arme',
    kind: 'arme',
    id: 'epee',
    name: 'Épée',
    facts: [{ key: 'pui', label: 'Puissance', texts: ['1d6+1'] }],
  },
];
const stock = shelf(rules, articles);

describe('the compendium', () => {
  it('is searched without accents or capitals, titles first', () => {
    expect(matching(stock.rules, 'epee').map((each) => each.id)).toEqual(['FD-1.2', 'FD-4.1']);
    expect(matching(stock.rules, 'fd-3.4').map((each) => each.id)).toEqual(['FD-3.4']);
    expect(matching(stock.articles, 'EPEE')).toHaveLength(1);
    expect(matching(stock.articles, 'puissance 1d6')).toHaveLength(1);
    expect(matching(stock.rules, '  ')).toHaveLength(3);
    expect(matching(stock.rules, 'epee brouillard')).toEqual([]);
  });

  it('puts a word that is looked for before one that only holds it', () => {
    const kept = ['personne ne bouge', 'Sonnerie', 'Sonné'].map((title) => ({
      thing: title,
      title: plain(title),
      text: '',
    }));
    expect(matching(kept, 'sonne')).toEqual(['Sonné', 'Sonnerie', 'personne ne bouge']);
  });

  it('leads from a rule to those it names, and back', () => {
    expect(parts('Voir FD-1.2 et FD-9.9.', stock.byId)).toEqual([
      { text: 'Voir ', rule: false },
      { text: 'FD-1.2', rule: true },
      { text: ' et FD-9.9.', rule: false },
    ]);
    expect(stock.citing.get('FD-1.2')?.map((each) => each.id)).toEqual(['FD-3.4', 'FD-4.1']);
  });

  it('is walked by the arrows, from the field down into the list and back', () => {
    expect(stepped('ArrowDown', -1, 3)).toBe(0);
    expect(stepped('ArrowDown', 2, 3)).toBe(2);
    expect(stepped('ArrowUp', 0, 3)).toBe(-1);
    expect(stepped('Escape', 2, 3)).toBe(-1);
    expect(stepped('End', 0, 3)).toBe(2);
    expect(stepped('End', -1, 3)).toBeNull(); // in the field it is the field's
    expect(stepped('ArrowDown', -1, 0)).toBeNull();
    expect(kinds(articles)).toEqual([['arme', 'arme']]);
  });

  it('reads values as one says them', () => {
    const words = { yes: 'oui', no: 'non' };
    expect(told([true, 'a_b', null], words)).toBe('oui, a b, —');
    expect(told({ sur: 'degats', n: 3 }, words)).toBe('sur degats · n 3');
    expect(columns([{ a: 1 }, { b: 2, a: 3 }])).toEqual(['a', 'b']);
  });
});
