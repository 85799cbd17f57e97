import { describe, expect, it } from 'vitest';
import { initials } from '../src/lib/emblem';
import type { Action, Person } from '../src/lib/types';
import {
  boxOf,
  cellAt,
  cellUnder,
  centre,
  contour,
  distance,
  fitted,
  held,
  keyOf,
  placeOf,
  pointAt,
  stepped,
  zoomed,
} from '../src/map/grid';
import { BLOCK, inSight, land, strips } from '../src/map/land';
import { motifs } from '../src/map/motifs';
import { pathTo, windTo } from '../src/map/path';
import { named, sidesOn, tokens } from '../src/map/tokens';
import { covered, everyCell, holds, sizeFor } from '../src/map/tools';
import { anywhere, cheapest, costs, onlyOn, reach, selfish, targets, waysTo } from '../src/map/ways';
import { towardName } from '../src/map/words';

const action = (deed: Record<string, unknown>, closed = ''): Action => ({
  action: deed,
  text: String(deed.do),
  closed,
});

describe('cells', () => {
  it('lie where they are found again', () => {
    for (const grid of ['hex', 'square'] as const) {
      for (let x = -7; x <= 7; x++) {
        for (let y = -7; y <= 7; y++) {
          const [px, py] = centre(grid, [x, y]);
          expect(cellUnder(grid, px + 0.2, py - 0.2)).toEqual([x, y]);
        }
      }
    }
  });

  it('are as far apart as the games count', () => {
    expect(distance('hex', [3, 5], [9, 5])).toBe(6);
    expect(distance('hex', [0, 0], [-2, 4])).toBe(4);
    expect(distance('square', [0, 0], [3, -4])).toBe(4);
  });

  it('are counted by column and row, and found again', () => {
    for (const grid of ['hex', 'square'] as const) {
      for (let column = -4; column <= 4; column++) {
        for (let row = -4; row <= 4; row++) {
          expect(placeOf(grid, cellAt(grid, column, row))).toEqual([column, row]);
        }
      }
    }
    expect(placeOf('hex', [-1, 3])).toEqual([0, 3]);
    expect(cellAt('hex', 0, 4)).toEqual([-2, 4]);
  });

  it('have one line around them, without those between them', () => {
    const sides = (path: string) => path.split('M').length - 1;
    expect(sides(contour('square', [[0, 0]]))).toBe(4);
    expect(
      sides(
        contour('square', [
          [0, 0],
          [1, 0],
        ]),
      ),
    ).toBe(6);
    expect(
      sides(
        contour('hex', [
          [0, 0],
          [0, 1],
        ]),
      ),
    ).toBe(10);
  });

  it('are one step apart by every key, and the arrows keep to their column', () => {
    for (const code of ['KeyQ', 'KeyW', 'KeyE', 'KeyA', 'KeyS', 'KeyD']) {
      const to = stepped('hex', [4, 4], code);
      expect(to && distance('hex', [4, 4], to)).toBe(1);
    }
    const up = stepped('hex', [2, 3], 'ArrowUp');
    expect(up && stepped('hex', up, 'ArrowUp')).toEqual([3, 1]);
    expect(up && stepped('hex', up, 'ArrowDown')).toEqual([2, 3]);
    expect(stepped('square', [0, 0], 'KeyZ')).toEqual([-1, 1]);
    expect(stepped('hex', [0, 0], 'KeyP')).toBeNull();
  });
});

describe('the view', () => {
  it('shows all of a box', () => {
    const box = boxOf('square', [
      [0, 0],
      [19, 9],
    ]);
    expect(box).not.toBeNull();
    if (box) expect(fitted(box, 840, 1000)).toMatchObject({ x: 9.5, y: 4.5, scale: 40 });
  });

  it('keeps what lies under the pointer as it comes nearer', () => {
    const before = { x: 3, y: 4, scale: 20 };
    const after = zoomed(before, 1.5, 30, 200, 400, 300);
    const [x, y] = pointAt(after, 30, 200, 400, 300);
    const [bx, by] = pointAt(before, 30, 200, 400, 300);
    expect(x).toBeCloseTo(bx);
    expect(y).toBeCloseTo(by);
  });

  it('has only the blocks in sight, however large the map', () => {
    const board = { grid: 'square' as const, width: 100, height: 100, fog: [] };
    const map = land(board, null);
    expect(map.cells.size).toBe(10_000);
    const seen = inSight(map.blocks, { x: 50, y: 50, scale: 40 }, 800, 600);
    expect(seen.length).toBeLessThanOrEqual((20 / BLOCK + 2) * (15 / BLOCK + 2));
    expect(seen.length).toBeGreaterThan(0);
  });
});

describe('the land', () => {
  it('is drawn in strips from afar', () => {
    const row = [0, 1, 2, 5].map((x) => [x, 0] as const);
    expect(strips('square', row)).toBe('M-0.5 -0.5h3v1h-3ZM4.5 -0.5h1v1h-1Z');
  });

  it('is dark where nobody sees, and where fog lies', () => {
    const plots = [
      { x: 0, y: 0, kind: 'plaine' },
      { x: 1, y: 0, kind: 'foret', dark: true },
    ];
    const ground = { grid: 'hex' as const, plots, kinds: { plaine: 'Plaine', foret: 'Forêt' } };
    const map = land({ grid: 'hex', width: 2, height: 1, fog: ['#.'] }, ground as never);
    expect([...map.dark].sort()).toEqual(['0,0', '1,0']);
    expect(map.cells.get('1,0')).toBe('foret');
  });

  it('of hexagons is a rectangle, all of which fog can cover', () => {
    const rows = ['##', '.#', '#.', '..', '#.'];
    const board = { grid: 'hex' as const, width: 2, height: 5, fog: rows };
    const map = land(board, null);
    expect(map.cells.size).toBe(10);
    for (const [row, columns] of rows.entries()) {
      for (const column of [0, 1]) {
        const key = keyOf(...cellAt('hex', column, row));
        expect(map.cells.has(key)).toBe(true);
        expect(map.dark.has(key)).toBe(columns[column] === '#');
      }
    }
    expect(map.dark.has('-2,4')).toBe(true);
    expect(everyCell(board).every((cell) => holds(board, cell))).toBe(true);
    expect(new Set(everyCell(board).map((cell) => keyOf(...cell)))).toEqual(new Set(map.cells.keys()));
  });

  it('has a drawing for each kind, never the same for two', () => {
    const found = motifs({ foret: 'Forêt', plaine: 'Plaine', eau: 'Eau', bois: 'Bois mort', zone: 'Zone' });
    expect(found.get('foret')).toBe('trees');
    expect(found.get('plaine')).toBe('blank');
    expect(new Set(found.values()).size).toBe(5);
  });

  it('has tokens with initials, smaller where they share a cell', () => {
    const people: Person[] = [
      { id: 'a', name: 'Mei Lan', x: 0, y: 2, side: 'Nous' },
      { id: 'b', name: 'Archer des fossés 2', x: 0, y: 2, side: 'Eux' },
      { id: 'c', name: 'Brenn', x: 5, y: 0, side: 'Eux' },
      { id: 'd', name: 'Loin', x: 5, y: 0, away: true },
    ];
    const found = tokens(people, 'square');
    expect(found.map((token) => token.initials).sort()).toEqual(['A2', 'Br', 'ML']);
    expect(found.find((token) => token.person.id === 'b')?.size).toBeLessThan(0.38);
    expect(found.find((token) => token.person.id === 'c')?.side).toBe(1);
    expect(initials("Corvin l'Échaudé")).toBe('CÉ');
  });

  it('has a legend that gives each side the shape of its tokens', () => {
    const people: Person[] = [
      { id: 'a', name: 'Alys', side: 'Nous' },
      { id: 'b', name: 'Brun', side: 'Eux', x: 1, y: 1 },
      { id: 'c', name: 'Cléo', side: 'Loin', x: 1, y: 2, away: true },
    ];
    expect(sidesOn(people)).toEqual([['Eux', tokens(people, 'square')[0]?.side]]);
  });

  it('names those whose name nobody covers', () => {
    const at = (id: string, x: number, y: number): Person => ({ id, name: id, x, y });
    const people = [at('above', 0, 0), at('below', 0, 1), at('far', 5, 0), at('pair', 8, 8), at('twin', 8, 8)];
    const found = named(tokens(people, 'square'), 46).map((token) => token.person.id);
    expect(found.toSorted()).toEqual(['below', 'far']);
  });

  it('lets no name lie over another', () => {
    const names = ['Archer des fossés 1', 'Archer des fossés 2', 'Archer des fossés 3'];
    const people = names.map((name, x): Person => ({ id: name, name, x, y: 0 }));
    expect(named(tokens(people, 'square'), 46)).toHaveLength(2);
    expect(named(tokens(people, 'square'), 120)).toHaveLength(3);
  });

  it('draws large ones over more than a cell', () => {
    const [one, large] = tokens(
      [
        { id: 'a', name: 'A', x: 0, y: 0 },
        { id: 'b', name: 'B', x: 3, y: 0, size: 2 },
      ],
      'square',
    );
    expect((large?.size ?? 0) - (one?.size ?? 0)).toBeCloseTo(0.5);
  });
});

describe('what one may do on a map', () => {
  const people: Person[] = [
    { id: 'alys', name: 'Alys' },
    { id: 'brun', name: 'Brun' },
  ];
  const actions = [
    action({ do: 'aller', actor: 'alys', x: 1, y: 0 }),
    action({ do: 'courir', actor: 'alys', x: 1, y: 0 }),
    action({ do: 'aller', actor: 'alys', x: 2, y: 0 }, 'trop loin'),
    action({ do: 'lancer', actor: 'alys', sort: 'feu', x: 4, y: 4 }),
    action({ do: 'frapper', actor: 'alys', cible: 'brun' }),
    action({ do: 'aider', actor: 'alys', amis: ['brun'] }),
  ];

  it('is reached by open actions', () => {
    const found = reach(actions);
    expect(found.get('1,0')?.map((each) => each.action.do)).toEqual(['aller', 'courir']);
    expect(found.has('2,0')).toBe(false);
  });

  it('is reached by the ways of the rules, each cell at its cost', () => {
    const way = { action: { do: 'aller', actor: 'alys', x: 0, y: 0 }, text: 'Aller à {where}' };
    const walk = {
      ...way,
      cells: [
        [1, 2, 3],
        [2, 2, 1],
      ] as [number, number, number][],
    };
    const run = { ...way, action: { ...way.action, do: 'courir' }, cells: [[2, 2, 1]] as [number, number, number][] };
    expect(costs(walk).get('1,2')).toBe(3);
    const unknown = new Map([['2,2', null]]);
    expect(cheapest([unknown, costs(walk), costs({ ...run, cells: [[2, 2, 9]] })], '2,2')).toBe(1);
    expect(cheapest([unknown], '2,2')).toBeNull();
    expect(waysTo([walk, run], 'hex', [1, 2])).toEqual([
      { action: { do: 'aller', actor: 'alys', x: 1, y: 2 }, text: 'Aller à case 2, 2', looks: [] },
    ]);
    expect(waysTo([walk], 'hex', [1, 2], [1, 0]).map((each) => each.text)).toEqual(['Aller à 2 cases au sud-est']);
    expect(waysTo([walk, run], 'hex', [2, 2])).toHaveLength(2);
    expect(waysTo([walk, run], 'hex', [3, 2])).toEqual([]);
    expect(
      reach(actions, new Set(['aller']))
        .get('1,0')
        ?.map((each) => each.action.do),
    ).toEqual(['courir']);
    expect(anywhere(actions, [9, 9], new Set(['aller'])).map((each) => each.action.do)).toEqual(['courir']);
  });

  it('is any place where the ground is open', () => {
    expect(anywhere(actions, [9, -9]).map((each) => each.action)).toEqual([
      { do: 'aller', actor: 'alys', x: 9, y: -9 },
      { do: 'courir', actor: 'alys', x: 9, y: -9 },
    ]);
  });

  it('tells what is aimed at a cell from what leads there, and both from what one does by oneself', () => {
    expect(reach(actions).has('4,4')).toBe(false);
    expect(onlyOn(actions, [4, 4]).map((each) => each.action.do)).toEqual(['lancer']);
    expect(onlyOn(actions, [1, 0])).toEqual([]);
    const rest = action({ do: 'souffler', actor: 'alys' });
    expect(selfish([...actions, rest], people)).toEqual([rest]);
  });

  it('names its targets, in fields and in lists, the actor not among them', () => {
    const found = targets(actions, people);
    expect([...found.keys()]).toEqual(['brun']);
    expect(found.get('brun')).toHaveLength(2);
  });
});

describe('fog', () => {
  const board = { grid: 'square' as const, width: 4, height: 3, fog: [] };

  it('is painted under the brush, on the board only', () => {
    expect(covered([0, 0], 2, board)).toHaveLength(4);
    expect(covered([9, 9], 1, board)).toEqual([]);
    expect(covered([1, 1], 2, { ...board, grid: 'hex' })).toHaveLength(7);
    expect(covered([-1, 2], 1, { ...board, grid: 'hex' })).toEqual([[-1, 2]]);
  });

  it('is laid as large as the map of the rules', () => {
    const plots = [
      { x: 0, y: 0, kind: 'plaine' },
      { x: -1, y: 3, kind: 'plaine' },
      { x: 6, y: 1, kind: 'plaine' },
    ];
    expect(sizeFor({ grid: 'hex', plots, kinds: {}, signs: {} } as never)).toEqual({ width: 7, height: 4 });
  });

  it('covers everything', () => {
    expect(everyCell(board)).toHaveLength(12);
    expect(everyCell(board).at(-1)).toEqual([3, 2]);
  });
});

describe('a view of the map', () => {
  it('stays on the paper', () => {
    const box = { left: 0, top: 0, right: 20, bottom: 4 };
    expect(held({ x: 0, y: 9, scale: 10 }, box, 100, 100)).toEqual({ x: 5, y: 2, scale: 10 });
    expect(held({ x: 8, y: 2, scale: 10 }, box, 100, 20)).toEqual({ x: 8, y: 2, scale: 10 });
  });
});

describe('a way over the map', () => {
  const price = (cells: [number, number, number][]) => new Map(cells.map(([x, y, cost]) => [`${x},${y}`, cost]));

  it('is told by how far and which way it goes', () => {
    expect(windTo('square', [0, 0], [0, -3])).toBe('n');
    expect(windTo('square', [0, 0], [2, 2])).toBe('se');
    expect(windTo('hex', [0, 0], [1, -1])).toBe('ne');
    expect(windTo('hex', [0, 0], [-1, 2])).toBe('s');
    expect(towardName('hex', [0, 0], [1, -1])).toBe('1 case au nord-est');
    expect(towardName('square', [1, 1], [-1, 1])).toBe('2 cases à l’ouest');
  });

  it('passes the cheapest cells, around what is dear', () => {
    const costs = price([
      [1, 0, 4],
      [0, 1, 1],
      [1, 1, 2],
      [2, 1, 3],
      [2, 0, 4],
    ]);
    expect(pathTo('square', costs, [0, 0], [2, 0])).toEqual([
      [0, 0],
      [1, 1],
      [2, 0],
    ]);
    expect(
      pathTo(
        'hex',
        price([
          [1, 0, 1],
          [2, 0, 2],
        ]),
        [0, 0],
        [2, 0],
      ),
    ).toHaveLength(3);
  });

  it('is a straight line where nobody knows what lies between', () => {
    expect(pathTo('square', price([[5, 0, 5]]), [0, 0], [5, 0])).toEqual([
      [0, 0],
      [5, 0],
    ]);
  });
});
