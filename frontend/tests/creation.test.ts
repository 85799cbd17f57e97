import { describe, expect, it, vi } from 'vitest';
import { about, byId } from '../src/creation/about.svelte';
import { Drafting } from '../src/creation/drafting.svelte';
import {
  blank,
  type Field,
  forward,
  fresh,
  headingAt,
  idle,
  offered,
  type Problem,
  said,
  shapeOf,
  spreadOf,
  standing,
  stepped,
  toggled,
  typedNumber,
  unwaive,
  waive,
} from '../src/creation/fields';
import type { Draft } from '../src/lib/types';

const field = (more: Partial<Field> = {}): Field => ({
  name: 'points',
  kind: 'points',
  label: 'Points',
  help: '',
  keys: [],
  low: 1,
  high: 7,
  columns: [],
  idle: false,
  ...more,
});
const problem = (more: Partial<Problem> = {}): Problem => ({
  step: 'nom',
  text: 'Il manque un nom (FLU-2.1)',
  rule: 'FLU-2.1',
  key: 'Il manque un nom',
  waived: '',
  todo: false,
  ...more,
});

describe('fields of a draft', () => {
  it('hides what earlier choices leave empty, and nothing that holds a value', () => {
    expect(idle(field({ idle: true }), { FOR: 0 })).toBe(true);
    expect(idle(field({ idle: true }), null)).toBe(true);
    expect(idle(field({ idle: true }), { FOR: 2 })).toBe(false);
    expect(idle(field({ idle: false }), { FOR: 0 })).toBe(false);
  });

  it('knows nothing from something', () => {
    for (const value of [undefined, null, '', false, 0, [], {}, { a: 0 }]) expect(blank(value)).toBe(true);
    for (const value of ['x', true, 3, ['a'], { a: 1 }]) expect(blank(value)).toBe(false);
  });

  it('reads numbers as they are typed', () => {
    expect(typedNumber(' 12 ')).toBe(12);
    expect(typedNumber('−3')).toBe(-3);
    expect(typedNumber('')).toBeNull();
    expect(typedNumber('douze')).toBeUndefined();
  });

  it('steps within bounds, down to nothing where an exception may be meant', () => {
    expect(stepped(6, 1, field())).toBe(7);
    expect(stepped(7, 1, field())).toBe(7);
    expect(stepped(1, -1, field())).toBe(0);
    expect(stepped(0, -1, field())).toBe(0);
    expect(stepped(null, 1, field({ low: 4, high: 9 }))).toBe(4);
    expect(stepped(9, 1, field({ high: 7 }))).toBe(9);
    expect(spreadOf({ a: 1, b: '2' })).toEqual({ a: 1, b: 2 });
    expect(spreadOf(['a'])).toEqual({});
  });

  it('chooses, drops and puts in order', () => {
    expect(toggled(['a'], 'b')).toEqual(['a', 'b']);
    expect(toggled(['a', 'b', 'a'], 'a')).toEqual(['b']);
    expect(forward(['a', 'b', 'c'], 2)).toEqual(['a', 'c', 'b']);
    expect(forward(['a', 'b'], 0)).toEqual(['a', 'b']);
    expect(
      offered(
        [
          ['epee', 'Épée 20'],
          ['dague', 'Dague 4'],
        ],
        'epee',
      ),
    ).toEqual([['epee', 'Épée 20']]);
  });

  it('learns the shape of entries from the game, else from those that are there', () => {
    expect(shapeOf(['Commun'])).toEqual({ bare: true });
    const learned = shapeOf([{ nom: 'Rapière', valeur: 2 }]);
    expect(learned).toMatchObject({ bare: false, columns: [{ name: 'nom' }, { name: 'valeur', kind: 'number' }] });
    expect(fresh(learned, field())).toEqual({ nom: '', valeur: 1 });
    expect(shapeOf([], [{ name: 'nom', kind: 'text', label: 'Nom', keys: [] }])).toMatchObject({ bare: false });
  });
});

describe('problems and exceptions', () => {
  it('parts what is open from what is meant, step by step', () => {
    const all = [problem(), problem({ step: 'traits', waived: 'convenu' })];
    expect(standing(all).open).toHaveLength(1);
    expect(standing(all, 'traits')).toMatchObject({ open: [], waived: [{ waived: 'convenu' }] });
  });

  it('excuses one problem alone, once, and takes it back', () => {
    const one = problem({ rule: 'FD-7.2', key: 'À décrire : {} · Âge' });
    const other = { rule: 'FD-7.2', note: 'non', about: 'À décrire : {} · Taille' };
    const excused = waive(waive([other], one, 'a'), one, ' sans âge ');
    expect(excused).toEqual([other, { rule: 'FD-7.2', note: 'sans âge', about: one.key }]);
    expect(unwaive(excused, one)).toEqual([other]);
    expect(unwaive([{ rule: 'FD-7.2', note: 'tout' }], one)).toEqual([]);
  });

  it('says the rule once', () => {
    expect(said(problem())).toBe('Il manque un nom');
    expect(said(problem({ text: 'Autre', rule: '' }))).toBe('Autre');
  });
});

describe('a draft being written', () => {
  const draft = (data: Record<string, unknown>) =>
    ({ id: 'd1', data, problems: [], steps: [], budgets: [] }) as unknown as Draft;

  it('shows what is written at once, sends it together, and forgets it once it is kept', async () => {
    vi.useFakeTimers();
    const kept: Record<string, unknown> = { nom: '' };
    const edit = vi.fn(async (fields: Record<string, unknown>) => void Object.assign(kept, fields));
    const drafting = new Drafting({ read: async () => draft({ ...kept }), edit, refused: vi.fn() }, 100);
    await drafting.load();
    drafting.set('nom', 'A');
    drafting.set('nom', 'Al');
    drafting.set('age', '20');
    expect(drafting.data).toEqual({ nom: 'Al', age: '20' });
    expect(drafting.saving).toBe(true);
    await vi.advanceTimersByTimeAsync(150);
    expect(edit.mock.calls).toEqual([[{ nom: 'Al', age: '20' }]]);
    expect(drafting.saving).toBe(false);
    expect(drafting.data).toEqual({ nom: 'Al', age: '20' });
    vi.useRealTimers();
  });

  it('keeps what is typed while the server answers', async () => {
    let answer = () => {};
    const kept: Record<string, unknown> = {};
    const edit = async (fields: Record<string, unknown>) => {
      await new Promise<void>((go) => {
        answer = go;
      });
      Object.assign(kept, fields);
    };
    const drafting = new Drafting({ read: async () => draft({ ...kept }), edit, refused: vi.fn() }, 100);
    drafting.set('nom', 'A');
    const done = drafting.flush();
    drafting.set('nom', 'Alys');
    answer();
    await vi.waitFor(() => expect(kept.nom).toBe('A'));
    expect(drafting.data.nom).toBe('Alys');
    answer();
    await done;
    expect(kept.nom).toBe('Alys');
    expect(drafting.saving).toBe(false);
  });

  it('goes back to what the server holds when it says no', async () => {
    const refused = vi.fn();
    const no = new Error('non');
    const drafting = new Drafting({
      read: async () => draft({ nom: 'Alys' }),
      edit: () => Promise.reject(no),
      refused,
    });
    await drafting.load();
    drafting.set('nom', 7);
    await drafting.flush();
    expect(refused).toHaveBeenCalledWith(no, { nom: 7 });
    expect(drafting.data.nom).toBe('Alys');
  });
});

describe('what a choice is', () => {
  const fact = (label: string, ...texts: string[]) => ({ key: label, label, texts });
  const articles = byId([
    { catalogue: 'monster', kind: 'monster', id: 'axe', name: 'Axebeak', facts: [fact('Teeth', '40')] },
    {
      catalogue: 'weapon',
      kind: 'weapon',
      id: 'axe',
      name: 'Axe',
      facts: [fact('Damage', '4'), fact('Says', 'Cuts wood.')],
    },
  ]);

  it('is told by its own article, under whatever price it is offered', () => {
    expect(about(articles, 'axe', 'Axe 22')).toEqual(['Damage\u00a0: 4', 'Cuts wood.']);
    expect(about(articles, 'axe', 'Axebeak')).toEqual(['Teeth\u00a0: 40']);
  });

  it('is not told where nothing is known', () => {
    expect(about(articles, '', 'None')).toEqual([]);
    expect(about(articles, 'saw', 'Saw')).toEqual([]);
  });
});

describe('headings', () => {
  it('stand where another group begins, also when some rows are searched out', () => {
    const groups = { epees: 'Martiales', lutte: 'Martiales', course: 'Diverses' };
    const at = (rows: [string, string][]) => rows.map((_, i) => headingAt({ groups }, rows, i));
    expect(
      at([
        ['epees', 'É'],
        ['lutte', 'L'],
        ['course', 'C'],
      ]),
    ).toEqual(['Martiales', '', 'Diverses']);
    expect(
      at([
        ['course', 'C'],
        ['autre', 'A'],
      ]),
    ).toEqual(['Diverses', '']);
  });
});
