/** The table's map as something to draw: cells in blocks, of which only those in sight are in the page. Pure, tested. */
import { plain } from '../lib/format';
import type { Action, Person, Seen, Way } from '../lib/types';
import {
  ACROSS,
  type Box,
  boxOf,
  type Cell,
  cellAt,
  centre,
  contour,
  type Grid,
  keyOf,
  outline,
  placeOf,
  SIDE,
  type View,
} from './grid';

/** What a map is made of; the table now, or as it stood. */
export type Shown = Pick<Seen, 'board' | 'ground' | 'people' | 'encounter'>;

export const BLOCK = 12; // cells of a block, either way

/** The same cells drawn one by one, and from afar as strips. */
export interface Drawn {
  near: string;
  far: string;
}

export interface Block {
  key: string;
  box: Box;
  /** For each kind of ground. */
  kinds: { kind: string; path: Drawn }[];
  /** Unseen, and covered. */
  dim: Drawn | null;
  fog: Drawn | null;
}

export interface Land {
  grid: Grid;
  /** The kind of each cell there is; without any the ground is open and has no edge. */
  cells: ReadonlyMap<string, string>;
  dark: ReadonlySet<string>;
  blocks: readonly Block[];
  box: Box | null;
  /** What kinds of ground are called, and their letters. */
  names: Record<string, string>;
  signs: Record<string, string>;
}

export const PLAIN = '';

export function land(board: Seen['board'], ground: Seen['ground'] | undefined): Land {
  const grid: Grid = ground?.grid ?? board?.grid ?? 'square';
  const cells = new Map<string, string>();
  const places = new Map<string, Cell>();
  const dim = new Set<string>();
  const fog = new Set<string>();
  const add = (x: number, y: number, kind: string) => {
    const key = keyOf(x, y);
    cells.set(key, kind);
    places.set(key, [x, y]);
    return key;
  };
  if (board && !ground?.plots.length) {
    for (let row = 0; row < board.height; row++) {
      for (let column = 0; column < board.width; column++) add(...cellAt(grid, column, row), PLAIN);
    }
  }
  for (const plot of ground?.plots ?? []) {
    const key = add(plot.x, plot.y, plot.kind);
    if (plot.dark) dim.add(key);
  }
  for (const [row, columns] of (board?.fog ?? []).entries()) {
    for (let column = 0; column < columns.length; column++) {
      const key = keyOf(...cellAt(board?.grid ?? grid, column, row));
      if (columns[column] === '#' && cells.has(key)) fog.add(key);
    }
  }
  const blocks = blocked(grid, cells, places, dim, fog);
  const dark = new Set([...dim, ...fog]);
  const box = boxOf(grid, places.values());
  return { grid, cells, dark, blocks, box, names: { ...ground?.kinds }, signs: { ...ground?.signs } };
}

function blocked(
  grid: Grid,
  cells: ReadonlyMap<string, string>,
  places: ReadonlyMap<string, Cell>,
  dim: ReadonlySet<string>,
  fog: ReadonlySet<string>,
): Block[] {
  const groups = new Map<string, Cell[]>();
  for (const cell of places.values()) {
    const [px, py] = centre(grid, cell);
    const key = keyOf(Math.floor(px / BLOCK), Math.floor(py / BLOCK));
    const group = groups.get(key);
    if (group) group.push(cell);
    else groups.set(key, [cell]);
  }
  const draw = (inside: readonly Cell[]): Drawn => ({
    near: inside.map((cell) => outline(grid, cell)).join(''),
    far: strips(grid, inside),
  });
  const some = (inside: readonly Cell[]) => (inside.length ? draw(inside) : null);
  return [...groups].map(([key, inside]) => {
    const kinds = grouped(inside, ([x, y]) => cells.get(keyOf(x, y)) ?? PLAIN);
    return {
      key,
      box: boxOf(grid, inside, 1) as Box,
      kinds: [...kinds].map(([kind, cells]) => ({ kind, path: draw(cells) })),
      dim: some(inside.filter(([x, y]) => dim.has(keyOf(x, y)))),
      fog: some(inside.filter(([x, y]) => fog.has(keyOf(x, y)))),
    };
  });
}

function grouped<T, K>(items: readonly T[], by: (item: T) => K): Map<K, T[]> {
  const found = new Map<K, T[]>();
  for (const item of items) {
    const group = found.get(by(item));
    if (group) group.push(item);
    else found.set(by(item), [item]);
  }
  return found;
}

/** Neighbours in a row as one strip: from afar nobody sees corners, and ten thousand of them are slow to draw. */
export function strips(grid: Grid, cells: readonly Cell[]): string {
  const rows = grouped(cells, ([, y]) => y);
  const half = grid === 'hex' ? (SIDE * 1.5) / 2 : 0.5;
  let path = '';
  for (const [y, row] of rows) {
    const xs = row.map(([x]) => x).sort((a, b) => a - b);
    for (let i = 0; i < xs.length; ) {
      let last = i;
      while (xs[last + 1] === (xs[last] ?? 0) + 1) last++;
      const [left, middle] = centre(grid, [xs[i] ?? 0, y]);
      path += `M${round(left - 0.5)} ${round(middle - half)}h${last - i + 1}v${round(half * 2)}h${i - last - 1}Z`;
      i = last + 1;
    }
  }
  return path;
}

const round = (n: number) => Math.round(n * 1000) / 1000;

/** The blocks of which something is in sight. */
export function inSight(blocks: readonly Block[], view: View, width: number, height: number): Block[] {
  const half = { x: width / 2 / view.scale, y: height / 2 / view.scale };
  return blocks.filter(
    ({ box }) =>
      box.right >= view.x - half.x &&
      box.left <= view.x + half.x &&
      box.bottom >= view.y - half.y &&
      box.top <= view.y + half.y,
  );
}

// ---------------------------------------------------------------- tokens

export interface Token {
  person: Person;
  cell: Cell;
  /** Where it stands, and how large, where several share a cell. */
  x: number;
  y: number;
  size: number;
  initials: string;
  /** Which of the sides: its shape. */
  side: number;
}

/** « Archer des fossés 2 » as « A2 », « Mei Lan » as « ML ». */
export function initials(name: string): string {
  const words = name.split(/[\s'’-]+/).filter((word) => /^[\p{Lu}\d]/u.test(word));
  const first = words[0] ?? name;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  if (last) return `${first[0] ?? ''}${/^\d+$/.test(last) ? last.slice(0, 2) : (last[0] ?? '')}`;
  return first.slice(0, 2);
}

export function sidesOf(people: readonly Person[]): string[] {
  return [...new Set(people.filter((person) => !person.away).map((person) => person.side ?? ''))];
}

export function tokens(people: readonly Person[], grid: Grid): Token[] {
  const sides = sidesOf(people);
  const there = new Map<string, Person[]>();
  for (const person of people) {
    if (person.away || typeof person.x !== 'number' || typeof person.y !== 'number') continue;
    const key = keyOf(person.x, person.y);
    there.set(key, [...(there.get(key) ?? []), person]);
  }
  const found = [...there.values()].flatMap((group) =>
    group.map((person, i) => {
      const cell: Cell = [person.x ?? 0, person.y ?? 0];
      const [cx, cy] = centre(grid, cell);
      const n = group.length;
      const away = n === 1 ? 0 : n === 2 ? 0.22 : 0.27;
      const turn = (2 * Math.PI * i) / n - Math.PI / 2 - (n === 2 ? Math.PI / 4 : 0);
      return {
        person,
        cell,
        x: cx + away * Math.cos(turn),
        y: cy + away * Math.sin(turn),
        size: n === 1 ? 0.38 : n === 2 ? 0.29 : 0.23,
        initials: initials(person.name),
        side: Math.max(0, sides.indexOf(person.side ?? '')),
      };
    }),
  );
  return found.sort((a, b) => Number(a.person.turn ?? false) - Number(b.person.turn ?? false));
}

/** The shapes of the sides: a disc, a square, a diamond, a hexagon, around the origin with a radius of 1. */
export const SHAPES = [
  'M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z',
  'M-.88-.7Q-.88-.88-.7-.88H.7Q.88-.88.88-.7V.7Q.88.88.7.88H-.7Q-.88.88-.88.7Z',
  'M0-1.18L1.18 0L0 1.18L-1.18 0Z',
  'M-.55-.97H.55L1.1 0L.55.97H-.55L-1.1 0Z',
] as const;

export const shapeOf = (side: number): string => SHAPES[side % SHAPES.length] ?? SHAPES[0];

// ---------------------------------------------------------------- what one may do here

const isCell = (action: Action) => typeof action.action.x === 'number' && typeof action.action.y === 'number';

/** The kinds of action that go somewhere: nobody is named in them, and they have no more to say than where. */
function goes(action: Action): boolean {
  return isCell(action) && Object.values(action.action).every((value) => typeof value !== 'object');
}

/** What each cell costs to go to; null: nobody knows. */
export type Costs = ReadonlyMap<string, number | null>;

export const costs = (way: Way): Costs => new Map(way.cells.map(([x, y, cost]) => [keyOf(x, y), cost]));

/** The cells of a way together: their ground, the line around them, and what each costs. */
export interface Zone {
  fill: string;
  edge: string;
  figures: { key: string; x: number; y: number; cost: number }[];
}

/** `taken`: where somebody stands; among cells one can reach those are no hole. */
export function zone(grid: Grid, found: Costs, taken: readonly Cell[] = []): Zone {
  const cells = [...found.keys()].map(cellOf);
  const amid = taken.filter((cell) => !found.has(keyOf(...cell)) && near(grid, cell, found) >= 3);
  const figures = cells.flatMap((cell) => {
    const [x, y] = centre(grid, cell);
    const key = keyOf(...cell);
    const cost = found.get(key);
    return typeof cost === 'number' ? [{ key, x, y, cost }] : [];
  });
  const all = [...cells, ...amid];
  return { fill: all.map((cell) => outline(grid, cell)).join(''), edge: contour(grid, all), figures };
}

/** How many neighbours of a cell are among these. */
function near(grid: Grid, [x, y]: Cell, found: Costs): number {
  return ACROSS[grid].filter(([dx, dy]) => found.has(keyOf(x + dx, y + dy))).length;
}

export function cellOf(key: string): Cell {
  const [x, y] = key.split(',').map(Number);
  return [x ?? 0, y ?? 0];
}

/** The moves that lead to a cell, each the game's own action. */
export function waysTo(ways: readonly Way[], grid: Grid, cell: Cell): Action[] {
  const [column, row] = placeOf(grid, cell);
  return ways
    .filter((way) => way.cells.some(([x, y]) => x === cell[0] && y === cell[1]))
    .map((way) => ({
      action: { ...way.action, x: cell[0], y: cell[1] },
      text: way.text.replace('{x}', String(column)).replace('{y}', String(row)),
      looks: way.looks ?? [],
    }));
}

/** Open actions by the cell they lead to, but for these kinds. */
export function reach(actions: readonly Action[], but: ReadonlySet<unknown> = new Set()): Map<string, Action[]> {
  const found = new Map<string, Action[]>();
  for (const action of actions) {
    if (action.closed || !goes(action) || but.has(action.action.do)) continue;
    const key = keyOf(Number(action.action.x), Number(action.action.y));
    found.set(key, [...(found.get(key) ?? []), action]);
  }
  return found;
}

/** Where the ground is open, rules name some places and take any: the action that goes there, with another place. */
export function anywhere(actions: readonly Action[], cell: Cell, but: ReadonlySet<unknown> = new Set()): Action[] {
  const found = new Map<string, Action>();
  for (const action of actions) {
    const { do: kind, actor: _, x: _x, y: _y, ...rest } = action.action;
    if (action.closed || !goes(action) || Object.keys(rest).length || found.has(String(kind)) || but.has(kind))
      continue;
    found.set(String(kind), { ...action, action: { ...action.action, x: cell[0], y: cell[1] } });
  }
  return [...found.values()];
}

/** Open actions by the character they name. */
export function targets(actions: readonly Action[], people: readonly Person[]): Map<string, Action[]> {
  const ids = new Set(people.map((person) => person.id));
  const found = new Map<string, Action[]>();
  for (const action of actions) {
    if (action.closed) continue;
    const named = Object.entries(action.action)
      .filter(([key]) => key !== 'actor' && key !== 'do')
      .flatMap(([, value]) => [value].flat())
      .filter((value): value is string => typeof value === 'string' && ids.has(value));
    for (const who of new Set(named)) found.set(who, [...(found.get(who) ?? []), action]);
  }
  return found;
}

// ---------------------------------------------------------------- kinds of ground

export const MOTIFS = [
  'blank',
  'trees',
  'waves',
  'ripples',
  'tufts',
  'hills',
  'stones',
  'road',
  'lines',
  'crosses',
  'dots',
  'rings',
] as const;
export type Motif = (typeof MOTIFS)[number];

/** What is drawn in the middle of a cell, in a square of 20. */
export const GLYPHS: Record<Motif, string> = {
  blank: '',
  trees:
    'M5 12V9M5 9C2 9 2.500 3 5 3S8 9 5 9M15 11V8M15 8C12 8 12.500 2 15 2S18 8 15 8M10 19V15.500M10 15.500C7 15.500 7.500 9.500 10 9.500S13 15.500 10 15.500',
  waves: 'M2 6q2-3 4 0t4 0t4 0t4 0M2 11q2-3 4 0t4 0t4 0t4 0M2 16q2-3 4 0t4 0t4 0t4 0',
  ripples: 'M2 7q2-2.500 4 0t4 0M10 14q2-2.500 4 0t4 0',
  tufts: 'M4 10L3 5M5.500 10V4M7 10L8 5M13 9L12 4M14.500 9V3M16 9L17 4M8 18L7 13M9.500 18V12M11 18L12 13',
  hills: 'M1 16L7 6L13 16M10.500 11.500L13.500 7.500L19 16',
  stones: 'M2 16L4 8L9 4L15 6L18 12L17 16ZM9 4L10 10L6 16M10 10L18 12',
  road: 'M1 7H6M9 7H14M17 7H19M1 13H3M6 13H11M14 13H19',
  lines: 'M2 11L11 2M3 18L18 3M9 19L19 9',
  crosses: 'M4 4L9 9M9 4L4 9M11 11L16 16M16 11L11 16',
  dots: 'M4 5h.1M11 4h.1M17 6h.1M7 10h.1M14 11h.1M4 15h.1M10 16h.1M17 16h.1',
  rings: 'M9 7A2.500 2.500 0 1 1 4 7A2.500 2.500 0 1 1 9 7M16 13A2.500 2.500 0 1 1 11 13A2.500 2.500 0 1 1 16 13',
};

/** Words of any map, in either language, and what one draws for them. */
const SIGNS: readonly (readonly [RegExp, Motif])[] = [
  [/gue|ford|marais|marsh|swamp|boue|mud/, 'ripples'],
  [/eau|mer|lac|riv|fleuve|water|sea|lake|river/, 'waves'],
  [/foret|bois|arbre|forest|wood|tree/, 'trees'],
  [/herbe|champ|buisson|grass|field|bush/, 'tufts'],
  [/colline|mont|pic|falaise|hill|mount|cliff|haut/, 'hills'],
  [/mur|roch|pierre|wall|rock|stone/, 'stones'],
  [/rout|chemin|pont|pave|rue|road|path|bridge|street/, 'road'],
  [/sable|neige|desert|sand|snow/, 'dots'],
  [/feu|lave|fire|lava|piege|trap/, 'crosses'],
  [/plain|sol|terre|open|floor|ground/, 'blank'],
];

const NEUTRAL: readonly Motif[] = ['lines', 'rings', 'dots', 'crosses']; // say nothing of their own

/** A drawing for each kind, by what its name says where that is known, never the same for two while they last. */
export function motifs(names: Record<string, string>): Map<string, Motif> {
  const found = new Map<string, Motif>();
  const free = new Set<Motif>(MOTIFS);
  const rest: string[] = [];
  for (const [kind, name] of Object.entries(names)) {
    const text = plain(`${kind} ${name}`);
    const motif = SIGNS.find(([sign, drawn]) => sign.test(text) && free.has(drawn))?.[1];
    if (!motif) {
      rest.push(kind);
      continue;
    }
    found.set(kind, motif);
    free.delete(motif);
  }
  for (const [i, kind] of rest.entries()) {
    const motif = NEUTRAL.find((each) => free.has(each)) ?? [...free][0] ?? NEUTRAL[i % NEUTRAL.length] ?? 'lines';
    found.set(kind, motif);
    free.delete(motif);
  }
  return found;
}
