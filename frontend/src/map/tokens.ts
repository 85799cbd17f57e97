/** Those who stand on a map, as tokens to draw: pure functions, tested. */
import { initials } from '../lib/emblem';
import type { Person } from '../lib/types';
import { type Cell, centre, type Grid, keyOf } from './grid';

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

/** The cell somebody stands on; null: he has no place. */
export const placeOn = ({ x, y }: Person): Cell | null =>
  typeof x === 'number' && typeof y === 'number' ? [x, y] : null;

/** The sides there are; a side's place among them is its shape and its colour. */
function sidesOf(people: readonly Person[]): string[] {
  return [...new Set(people.filter((person) => !person.away).map((person) => person.side ?? ''))];
}

/** The sides of which somebody has a place, each with its number. */
export function sidesOn(people: readonly Person[]): [side: string, number: number][] {
  const there = new Set(sidesOf(people.filter(placeOn)));
  return sidesOf(people).flatMap((side, i): [string, number][] => (there.has(side) ? [[side, i]] : []));
}

export function tokens(people: readonly Person[], grid: Grid): Token[] {
  const sides = sidesOf(people);
  const there = new Map<string, Person[]>();
  for (const person of people) {
    const cell = placeOn(person);
    if (person.away || !cell) continue;
    const key = keyOf(...cell);
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
        size: (n === 1 ? 0.38 : n === 2 ? 0.29 : 0.23) + ((person.size ?? 1) - 1) / 2,
        initials: initials(person.name),
        side: Math.max(0, sides.indexOf(person.side ?? '')),
      };
    }),
  );
  return found.sort((a, b) => Number(a.person.turn ?? false) - Number(b.person.turn ?? false));
}

const LETTER = 6.2; // pixels a letter of a name takes
const HIGH = 15; // pixels a name and what lies around it take

export const shortName = (name: string): string => (name.length > 14 ? `${name.slice(0, 13)}…` : name);

/** Whose name can be read at this scale: no name lies over another, nor over somebody. Whoever is to act comes first. */
export function named(there: readonly Token[], scale: number): Token[] {
  const taken: [left: number, top: number, right: number, bottom: number][] = there.map(({ x, y, size }) => [
    (x - size) * scale,
    (y - size) * scale,
    (x + size) * scale,
    (y + size) * scale,
  ]);
  const found: Token[] = [];
  for (const token of there.toReversed()) {
    const half = (shortName(token.person.name).length * LETTER) / 2;
    const [x, top] = [token.x * scale, (token.y + token.size) * scale + 6];
    const box = [x - half, top, x + half, top + HIGH] as [number, number, number, number];
    if (token.size <= 0.3 || taken.some((other) => over(box, other))) continue;
    taken.push(box);
    found.push(token);
  }
  return found;
}

function over(a: readonly number[], b: readonly number[]): boolean {
  const [al = 0, at = 0, ar = 0, ab = 0] = a;
  const [bl = 0, bt = 0, br = 0, bb = 0] = b;
  return al < br && bl < ar && at < bb && bt < ab;
}

/** The shapes of the sides: a disc, a square, a diamond, a hexagon, around the origin with a radius of 1. */
const SHAPES = [
  'M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z',
  'M-.88-.7Q-.88-.88-.7-.88H.7Q.88-.88.88-.7V.7Q.88.88.7.88H-.7Q-.88.88-.88.7Z',
  'M0-1.18L1.18 0L0 1.18L-1.18 0Z',
  'M-.55-.97H.55L1.1 0L.55.97H-.55L-1.1 0Z',
] as const;

export const shapeOf = (side: number): string => SHAPES[side % SHAPES.length] ?? SHAPES[0];
