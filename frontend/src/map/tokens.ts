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
        size: n === 1 ? 0.38 : n === 2 ? 0.29 : 0.23,
        initials: initials(person.name),
        side: Math.max(0, sides.indexOf(person.side ?? '')),
      };
    }),
  );
  return found.sort((a, b) => Number(a.person.turn ?? false) - Number(b.person.turn ?? false));
}

/** Whose name can be read: nobody stands right below. */
export function named(there: readonly Token[]): Token[] {
  const covers = (below: Token, { x, y }: Token) =>
    below.y > y + 0.1 && below.y < y + 1.2 && Math.abs(below.x - x) < 1.2;
  return there.filter((token) => token.size > 0.3 && !there.some((other) => covers(other, token)));
}

/** The shapes of the sides: a disc, a square, a diamond, a hexagon, around the origin with a radius of 1. */
const SHAPES = [
  'M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z',
  'M-.88-.7Q-.88-.88-.7-.88H.7Q.88-.88.88-.7V.7Q.88.88.7.88H-.7Q-.88.88-.88.7Z',
  'M0-1.18L1.18 0L0 1.18L-1.18 0Z',
  'M-.55-.97H.55L1.1 0L.55.97H-.55L-1.1 0Z',
] as const;

export const shapeOf = (side: number): string => SHAPES[side % SHAPES.length] ?? SHAPES[0];
