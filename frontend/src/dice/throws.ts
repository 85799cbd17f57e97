/** Which dice roll over the screen: pure functions, tested. They land on the faces the server chose. */
import type { Rolled } from '../lib/types';
import { SHAPES } from './solids';

const MANY = 20; // more are not thrown: one reads them in the log

export interface Die {
  /** Sides of the shape. */
  shape: number;
  /** What stands on each of them. */
  labels: string[];
  /** The side it lands on. */
  side: number;
}

/** The dice of a roll, one after the other; none if they were thrown by hand, or are too many. */
export function thrown(rolls: readonly Rolled[]): Die[] {
  const dice = rolls
    .filter((roll) => roll.by !== 'hand')
    .flatMap((roll) => roll.faces.flatMap((face) => die(roll.sides, face)));
  return dice.length > MANY ? [] : dice;
}

function die(sides: number, face: number): Die[] {
  if (sides === 100) return [tens(Math.floor(face / 10) % 10), ones(face % 10)];
  const shape = SHAPES.find((each) => each >= sides);
  if (!shape || face < 1 || face > sides) return []; // no such die can be held
  const labels = Array.from({ length: shape }, (_, i) => name((i % sides) + 1, sides));
  return [{ shape, labels, side: face - 1 }];
}

const digits = Array.from({ length: 10 }, (_, i) => String(i));
const tens = (digit: number): Die => ({ shape: 10, labels: digits.map((each) => `${each}0`), side: digit });
const ones = (digit: number): Die => ({
  shape: 10,
  labels: digits.map((each, i) => (i === 6 || i === 9 ? `${each}.` : each)),
  side: digit,
});

/** A six and a nine have their foot marked. */
const name = (face: number, sides: number) => (sides > 8 && (face === 6 || face === 9) ? `${face}.` : String(face));

/** Rolls without those that were shown before. */
export function unseen(rolls: readonly Rolled[], before: readonly Rolled[]): Rolled[] {
  const known = before.map(mark);
  return rolls.filter((roll) => {
    const at = known.indexOf(mark(roll));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

const mark = (roll: Rolled) => `${roll.who} ${roll.why} ${roll.sides} ${roll.faces.join()}`;
