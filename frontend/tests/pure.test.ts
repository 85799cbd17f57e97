import { describe, expect, it } from 'vitest';
import { beginning, groups, sameDeed } from '../src/lib/actions';
import { date, holds, moment, number, percent, plain, precise, signed, typeset } from '../src/lib/format';
import { conditionsOf, poolsOf } from '../src/lib/glance';
import { bars, headline, numeric, ranked } from '../src/lib/plot';
import { prefs } from '../src/lib/prefs.svelte';
import { fits } from '../src/lib/router.svelte';
import type { Table } from '../src/lib/table.svelte';
import type { Sheet } from '../src/lib/types';
import { offsetsOf, windowOf } from '../src/lib/window';
import { filled } from '../src/lib/words';
import { pauseWords } from '../src/table/turn';
import { away, drawn, reachable } from '../src/ui/share';

describe('figures', () => {
  it('never says 0 % or 100 % of what is only nearly so', () => {
    expect([0, 0.001, 0.5, 0.9999, 1].map(percent)).toEqual(['0 %', '< 1 %', '50 %', '> 99 %', '100 %'].map(typeset));
  });
  it('has a true minus', () => {
    expect([number(-3), signed(3), signed(-3)]).toEqual(['−3', '+3', '−3']);
  });

  it('speaks the language of the moment, though formats are kept', () => {
    const noon = new Date(2026, 2, 5, 12, 30).getTime();
    const said = () => {
      const times = [date(noon / 1000), moment(noon / 1000, noon), moment(noon / 1000, noon + 864e5).slice(0, 6)];
      return [number(1.25), number(1.25, 1), precise(0.125), ...times].map((text) => text.replace(/\s/g, ' '));
    };
    const french = ['1,25', '1,3', '12,5 %', '5 mars 2026', '12:30', '5 mars'];
    expect(said()).toEqual(french);
    prefs.lang = 'en';
    expect(said()).toEqual(['1.25', '1.3', '12.5%', 'March 5, 2026', '12:30 PM', 'Mar 5,']);
    prefs.lang = 'fr';
    expect(said()).toEqual(french);
  });

  it('keeps French marks on the line of their word', () => {
    expect(typeset('Dit : « oui » ! 5 %, puis rien')).toBe('Dit\u00a0: «\u00a0oui\u00a0»\u00a0! 5\u00a0%, puis rien');
    expect(typeset('So: nothing (at all).')).toBe('So: nothing (at all).');
  });
  it('has apostrophes', () => {
    expect(typeset("d'{name}, {name}'s, l'un, the others' turn")).toBe('d’{name}, {name}’s, l’un, the others’ turn');
  });
  it('searches blind to accents and capitals', () => {
    expect(plain('Œil Été')).toBe('oeil ete');
    expect(holds('Pas de l’éclaireur', "l'eclaireur")).toBe(true);
    expect(holds('Épée à deux mains', 'MAINS epee')).toBe(true);
    expect(holds('Épée', 'hache')).toBe(false);
  });
});

describe('phrases', () => {
  it('fills names and chooses by number', () => {
    expect(filled('{n} {n|carte|cartes} de {who}', { n: 1, who: 'Nix' })).toBe('1 carte de Nix');
    expect(filled('{n} {n|carte|cartes}', { n: 2 })).toBe('2 cartes');
    expect(filled('essai{n||s}', { n: 3 })).toBe('essais');
  });
});

describe('addresses', () => {
  it('fit their pattern or not', () => {
    expect(fits('/c/:campaign/fiche/:who', '/c/12/fiche/a%20b')).toEqual({ campaign: '12', who: 'a b' });
    expect(fits('/c/:campaign', '/c/12/fiche')).toBeNull();
    expect(fits('/', '/')).toEqual({});
  });
});

describe('distributions', () => {
  it('are put into at most so many bars, and nothing is lost', () => {
    const outcomes = Array.from({ length: 300 }, (_, i) => ({ value: i - 10, p: 1 / 300 }));
    const drawn = bars(outcomes, 40);
    expect(drawn.length).toBeLessThanOrEqual(40);
    expect(drawn.reduce((sum, bar) => sum + bar.p, 0)).toBeCloseTo(1);
    expect(drawn[0]?.from).toBe(-10);
  });
  it('have a headline: the chance, else the mean', () => {
    const odds = { look: '', exact: true, outcomes: [], lost: 0 };
    expect(headline({ ...odds, yes: 0.5, mean: null })).toEqual({ kind: 'yes', value: 0.5 });
    expect(headline({ ...odds, yes: null, mean: 3 })).toEqual({ kind: 'mean', value: 3 });
    expect(headline({ ...odds, yes: null, mean: null })).toBeNull();
  });
  it('are ranked where they are no numbers', () => {
    const outcomes = [
      { value: 'a', p: 0.2 },
      { value: 'b', p: 0.5 },
      { value: 'c', p: 0.3 },
    ];
    expect(numeric(outcomes)).toBe(false);
    expect(ranked(outcomes, 2)).toEqual({ shown: [outcomes[1], outcomes[2]], rest: 0.2 });
  });
});

describe('actions', () => {
  const action = (text: string, kind: string, closed = '') => ({
    text,
    action: { do: kind, actor: 'a', text },
    closed,
  });
  it('are grouped by kind under the words they share', () => {
    const found = groups([
      action('Attaquer Brun', 'attaquer'),
      action('Attaquer Le Sec', 'attaquer', 'trop loin'),
      action('Attendre', 'attendre'),
    ]);
    expect(found.map((group) => [group.title, group.open.map((i) => i.text), group.closed.map((i) => i.text)])).toEqual(
      [
        ['Attaquer', ['Brun'], ['Le Sec']],
        ['', ['Attendre'], []],
      ],
    );
  });
  it('share no word if one of them would be left with none', () => {
    expect(beginning(['Tirer', 'Tirer sur Brun'])).toBe('');
    expect(beginning(['Jet de Force', 'Jet de Magie'])).toBe('Jet de');
    expect(beginning(['Attendre : 1 h', 'Attendre : 1 j'])).toBe('Attendre');
    expect(beginning(['Frapper Jean Brun', 'Frapper Jean Brun : Dague'])).toBe('Frapper');
  });
  it('are found by what they say or why they are closed', () => {
    expect(groups([action('Charger', 'charger', 'Hors de portée')], 'portee')).toHaveLength(1);
    expect(groups([action('Charger', 'charger')], 'fuir')).toHaveLength(0);
  });
  it('are the same whatever the order of their parameters', () => {
    expect(sameDeed({ do: 'a', x: 1, y: [2] }, { y: [2], x: 1, do: 'a' })).toBe(true);
    expect(sameDeed({ do: 'a', x: 1 }, { do: 'a', x: 2 })).toBe(false);
  });
});

describe('a long list', () => {
  const items = Array.from({ length: 50_000 }, (_, i) => i);
  const offsets = offsetsOf(items, (i) => 50 + (i % 3) * 10);
  it('shows only the rows in sight, wherever one is', () => {
    for (const top of [0, 1_000_000, offsets[items.length] ?? 0]) {
      const [from, to] = windowOf(offsets, top, 800);
      expect(to - from).toBeLessThan(40);
      expect(offsets[from]).toBeLessThanOrEqual(Math.max(0, top));
    }
  });
  it('copes with no rows at all', () => {
    expect(
      windowOf(
        offsetsOf([], () => 1),
        0,
        800,
      ),
    ).toEqual([0, 0]);
  });
});

describe('a sheet at a glance', () => {
  const sheet = {
    who: 'a',
    name: 'A',
    sections: [
      { title: 'Traits', lines: [{ type: 'mark', label: 'Vif', value: 2, note: '', rule: '' }] },
      { title: 'Réserves', lines: [{ type: 'pool', label: 'PV', now: 3, terms: [['Base', 5, 'X-1']] }] },
      { title: 'Membres', lines: [{ type: 'pool', label: 'Bras', now: 3, terms: [['Base', 5, 'X-1']] }] },
      { title: 'États', kind: '', lines: [{ type: 'mark', label: 'Calme', value: null, note: '', rule: '' }] },
      {
        title: 'Corps',
        kind: 'states',
        lines: [
          { type: 'mark', label: 'À terre', value: null, note: '', rule: 'X-2' },
          { type: 'mark', label: 'Lassitude', value: 0, note: '', rule: 'X-2' },
          { type: 'mark', label: 'À terre', value: null, note: '2 tours', rule: 'X-2' },
        ],
      },
    ],
  } as unknown as Sheet;
  it('has the pools of the first section with any, and what has befallen', () => {
    expect(poolsOf(sheet).map((pool) => pool.label)).toEqual(['PV']);
    expect(conditionsOf(sheet).map((mark) => mark.label)).toEqual(['À terre']);
  });
});

describe('a pause', () => {
  it('is the game master’s own to him, and all that players know', () => {
    const words = (pause: string, gm: boolean) => pauseWords({ seen: { pause }, gm } as unknown as Table);
    expect(words('', true)).toBe('');
    expect(words('on', false)).toBe('Le maître du jeu prépare la suite');
    expect(words('on', true)).toBe(typeset('Pause : les joueurs attendent'));
    expect(words('turn', true)).toBe('Pause au prochain tour');
  });
});

describe('an invitation', () => {
  it('begins where other devices reach the server', () => {
    expect(away('http://127.0.0.1:8765', ['http://192.168.1.20:8765'])).toBe('http://192.168.1.20:8765');
    expect(away('http://localhost:8765', [])).toBe('http://localhost:8765');
    expect(away('https://table.example', ['http://192.168.1.20:8765'])).toBe('https://table.example');
    expect(reachable('http://[::1]:8765/#rejoindre=a')).toBe(false);
    expect(reachable('http://192.168.1.20:8765/#rejoindre=a')).toBe(true);
  });
  it('is drawn anew for each link', async () => {
    const [one, other] = await Promise.all([drawn('http://a/#rejoindre=b'), drawn('http://a/#rejoindre=c')]);
    expect(one).toMatch(/^data:image\/svg\+xml,/);
    expect(one).not.toBe(other);
  });
});
