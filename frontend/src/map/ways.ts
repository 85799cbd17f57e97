/** What one may do on a map: where one may go, at what cost, and whom one may act upon. Pure functions, tested. */
import type { Action, Person, Way } from '../lib/types';
import { ACROSS, type Cell, contour, type Grid, keyOf, outline } from './grid';
import { cellName, towardName } from './words';

const isCell = (action: Action) => typeof action.action.x === 'number' && typeof action.action.y === 'number';

/** What an action says beside who does it, and where. */
function rest({ action: { do: _, actor: _a, x: _x, y: _y, ...more } }: Action): unknown[] {
  return Object.values(more);
}

/** The kinds of action that go somewhere: they name nobody and nothing, and have no more to say than where. */
function goes(action: Action): boolean {
  return isCell(action) && rest(action).every((value) => typeof value !== 'object' && typeof value !== 'string');
}

/** Actions that are aimed at this cell and do not lead there. */
export function onlyOn(actions: readonly Action[], cell: Cell): Action[] {
  return actions.filter(
    (each) => isCell(each) && !goes(each) && each.action.x === cell[0] && each.action.y === cell[1],
  );
}

/** Actions that name nobody else, and no place. */
export function selfish(actions: readonly Action[], people: readonly Person[]): Action[] {
  const on = targets(actions, people);
  const named = new Set([...on.values()].flat());
  return actions.filter((each) => !named.has(each) && !isCell(each));
}

/** What each cell costs to go to; null: nobody knows. */
export type Costs = ReadonlyMap<string, number | null>;

export const costs = (way: Way): Costs => new Map(way.cells.map(([x, y, cost]) => [keyOf(x, y), cost]));

/** The least that any of these ways costs to a cell; null: nobody knows. */
export function cheapest(ways: readonly Costs[], key: string): number | null {
  const known = ways.map((found) => found.get(key)).filter((cost) => typeof cost === 'number');
  return known.length ? Math.min(...known) : null;
}

/** The cells of a way together: their ground, and the line around them. */
export interface Zone {
  fill: string;
  edge: string;
}

/** `taken`: where somebody stands; among cells one can reach those are no hole. */
export function zone(grid: Grid, found: Costs, taken: readonly Cell[] = []): Zone {
  const cells = [...found.keys()].map(cellOf);
  const amid = taken.filter((cell) => !found.has(keyOf(...cell)) && near(grid, cell, found) >= 3);
  const all = [...cells, ...amid];
  return { fill: all.map((cell) => outline(grid, cell)).join(''), edge: contour(grid, all) };
}

/** How many neighbours of a cell are among these. */
function near(grid: Grid, [x, y]: Cell, found: Costs): number {
  return ACROSS[grid].filter(([dx, dy]) => found.has(keyOf(x + dx, y + dy))).length;
}

function cellOf(key: string): Cell {
  const [x, y] = key.split(',').map(Number);
  return [x ?? 0, y ?? 0];
}

/** The moves that lead to a cell, each the game's own action. */
export function waysTo(ways: readonly Way[], grid: Grid, cell: Cell, from?: Cell): Action[] {
  const toward = from ? towardName(grid, from, cell) : cellName(grid, cell);
  return ways
    .filter((way) => way.cells.some(([x, y]) => x === cell[0] && y === cell[1]))
    .map((way) => ({
      action: { ...way.action, x: cell[0], y: cell[1] },
      text: way.text.replace('{where}', toward),
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
