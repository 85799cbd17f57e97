import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import { laid, tale, textOf, untold } from '../src/lib/sentence';
import type { Piece, SeenEvent, Term } from '../src/lib/types';
import Sentence from '../src/table/Sentence.svelte';

const NBSP = '\u00a0';
const mine: Term[] = [
  ['Force', 5, 'VM-1.2'],
  ['Épée', 3, 'VM-4.1'],
];
const theirs: Term[] = [['Bouclier', 8, 'VM-4.7']];
const name = (text: string): Piece => ['n', text.toLowerCase(), text];
const sum = (text: string, terms = theirs): Piece => ['s', text, terms];
const die = { who: 'a', why: '', sides: 6, faces: [3, 5], audience: 'all', by: '' };

/** What stands between blanks where a line may break. */
const unbroken = (pieces: Piece[]) =>
  laid(pieces).flatMap(({ piece, text, before, after }) =>
    typeof piece === 'string' ? text.split(' ') : [before + text + after],
  );

/** The sentence as it comes into the page, without the marks the framework leaves. */
const drawn = (pieces: Piece[], more: { sums?: Term[][]; plain?: boolean } = {}) =>
  render(Sentence, { props: { pieces, ...more } }).body.replaceAll(/<!--.*?-->/g, '');
const text = (html: string) => html.replaceAll(/<[^>]*>/g, '').trim();

describe('a sentence as one text', () => {
  it('says names, sums and dice as they stand, a rule in brackets', () => {
    const pieces: Piece[] = [
      name('Alys'),
      ' lance 2d6 ',
      ['d', '[3, 5]', [[6, [3, 5]]]],
      ' : ',
      sum('8'),
      ['r', 'VM-2.1'],
    ];
    expect(textOf(pieces)).toBe('Alys lance 2d6 [3, 5] : 8 (VM-2.1)');
  });

  it('tells all that happened at once', () => {
    const events: SeenEvent[] = [
      { what: 'x', pieces: [name('Alys'), ' touche.'] },
      { what: 'y', pieces: ['Bran tombe.'] },
    ];
    expect(tale(events)).toBe('Alys touche. Bran tombe.');
    expect(tale(events, '\n')).toBe('Alys touche.\nBran tombe.');
    expect(tale(undefined)).toBe('');
  });
});

describe('a line of a sentence', () => {
  it('never breaks between a sum and what stands close to it', () => {
    expect(unbroken(['Marge ', sum('0'), '. Reste ', sum('4'), ' : peu'])).toEqual([
      'Marge',
      '',
      '0.',
      '',
      'Reste',
      '',
      `4${NBSP}:`,
      '',
      'peu',
    ]);
    expect(unbroken(['Il perd (', sum('+3'), ').'])).toContain('(+3).');
    expect(unbroken(['soit « ', sum('12'), ' % » !'])).toContain(`«${NBSP}12${NBSP}%${NBSP}»${NBSP}!`);
    expect(unbroken([sum('8'), '/', sum('9'), '.'])).toEqual(['8/', '', '9.', '']);
  });

  it('may break where a word follows a sum', () => {
    expect(unbroken(['Elle perd ', sum('2'), ' PV.'])).toContain('2');
  });

  it('keeps the space before a colon and inside guillemets, whichever piece they are in', () => {
    const told = laid([name('Alys'), ' : « ', name('Bran'), ' » ', name('?'), ' ', name('!')]);
    expect(told.map((each) => each.text).join('')).toBe(`Alys${NBSP}: «${NBSP}Bran${NBSP}»${NBSP}?${NBSP}!`);
  });

  it('loses nothing of what is said', () => {
    const pieces: Piece[] = ['(', sum('8'), ')', sum('8', mine), sum('9'), ' : ', name('A.'), ['r', 'VM-1.1'], '.'];
    const told = laid(pieces).map(({ text, before, after }) => before + text + after);
    expect(told.join('').replaceAll(NBSP, ' ')).toBe(textOf(pieces));
  });
});

describe('a sum', () => {
  it('opens its own terms, though another shows the same figure', () => {
    const told = laid(['8 coups : ', sum('8', mine), ' contre ', sum('8', theirs), '.']);
    const sums = told.flatMap(({ piece, text }) =>
      typeof piece !== 'string' && piece[0] === 's' ? [[text, piece[2]]] : [],
    );
    expect(sums).toEqual([
      ['8', mine],
      ['8', theirs],
    ]);
    const html = drawn(['8 coups : ', sum('8', mine), ' contre ', sum('8', theirs), '.']);
    expect(html.match(/<button/g)).toHaveLength(2);
    expect(text(html)).toBe(`8 coups${NBSP}: 8 contre 8.`);
  });

  it('stands behind a sentence that does not tell it', () => {
    const html = drawn(['Il se lance.'], { sums: [mine] });
    expect(text(html)).toBe('Il se lance. (8)');
    expect(html.match(/<button/g)).toHaveLength(1);
  });
});

describe('a sentence in the page', () => {
  it('sets names apart, whatever signs are in them, and nothing that only looks like one', () => {
    for (const odd of ['d’Œ', 'A.', 'Jean (l’autre) [2]', '$& \\1', '^.*$', 'contre', '8']) {
      const html = drawn([name(odd), ' contre A. : ', sum('8'), ' ', name('Jean')]);
      expect(html.match(/<b\b/g)).toHaveLength(2);
      expect(text(html)).toBe(`${odd.replaceAll('&', '&amp;')} contre A.${NBSP}: 8 Jean`);
    }
  });

  it('draws dice where they stand, and as text those that were put aside', () => {
    const html = drawn(['Eve lance 2d6 ', ['d', '[3, 5]', [[6, [3, 5]]]], ' + 2d6k1 ', ['d', '[5, (3)]', []], ' = 13']);
    expect(html.match(/<svg/g)).toHaveLength(2);
    expect(html.replaceAll(/(?:<[^>]*>|\s)+/g, ' ').trim()).toBe('Eve lance 2d6 3 5 + 2d6k1 [5, (3)] = 13');
  });

  it('opens nothing where it is only read', () => {
    const html = drawn(['(', sum('8'), ')', ['r', 'VM-1.1'], '.'], { sums: [mine], plain: true });
    expect(html).not.toMatch(/<button|<a /);
    expect(text(html)).toBe('(8) (VM-1.1).');
  });
});

describe('dice', () => {
  it('stand behind the sentence unless it tells them', () => {
    expect(untold({ what: 'x', pieces: ['dé, dés'], dice: [die] })).toEqual([die]);
    expect(untold({ what: 'x', pieces: ['2d6 ', ['d', '[3, 5]', [[6, [3, 5]]]]], dice: [die] })).toEqual([]);
    expect(untold({ what: 'x', pieces: ['rien'] })).toEqual([]);
  });
});
