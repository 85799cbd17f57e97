import { describe, expect, it } from 'vitest';
import type { Action, Person } from '../src/lib/types';
import { boxOf, cellUnder, centre, distance, fitted, pointAt, stepped, zoomed } from '../src/map/grid';
import { anywhere, BLOCK, initials, inSight, land, motifs, reach, strips, targets, tokens } from '../src/map/land';
import { covered, everyCell } from '../src/map/tools';

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

  it('is any place where the ground is open', () => {
    expect(anywhere(actions, [9, -9]).map((each) => each.action)).toEqual([
      { do: 'aller', actor: 'alys', x: 9, y: -9 },
      { do: 'courir', actor: 'alys', x: 9, y: -9 },
    ]);
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
    expect(covered('square', [0, 0], 2, board)).toHaveLength(4);
    expect(covered('square', [9, 9], 1, board)).toEqual([]);
    expect(covered('hex', [1, 1], 2, board)).toHaveLength(7);
  });

  it('covers everything', () => {
    expect(everyCell(board)).toHaveLength(12);
    expect(everyCell(board).at(-1)).toEqual([3, 2]);
  });
});
