import { describe, expect, it } from 'vitest';
import { LASTS, launched, still } from '../src/dice/draw';
import { dot, facing, SHAPES, solid, turned } from '../src/dice/solids';
import { thrown, unseen } from '../src/dice/throws';
import { face, whole } from '../src/lib/faces';
import type { Rolled } from '../src/lib/types';

const roll = (sides: number, faces: number[], more: Partial<Rolled> = {}): Rolled => ({
  who: 'a',
  why: '',
  sides,
  faces,
  audience: 'all',
  by: '',
  ...more,
});
const landed = (sides: number, face: number) => thrown([roll(sides, [face])]).map((die) => die.labels[die.side]);

describe('solids', () => {
  it.each([...SHAPES])('a die of %i sides has so many faces, all alike and looking outwards', (sides) => {
    const faces = solid(sides);
    expect(faces).toHaveLength(sides);
    const corners = new Set(faces.map((face) => face.corners.length));
    expect([...corners]).toEqual([{ 6: 4, 10: 4, 12: 5 }[sides as 6] ?? 3]);
    for (const face of faces) {
      expect(dot(face.normal, face.centre)).toBeGreaterThan(0.2);
      expect(face.room).toBeCloseTo(faces[0]?.room ?? 0, 6);
    }
  });

  it('turns the face it lands on to the reader, upright', () => {
    for (const sides of SHAPES) {
      for (const face of solid(sides)) {
        const turn = facing(face);
        expect(turned(turn, face.normal)[2]).toBeCloseTo(1);
        expect(turned(turn, face.up)[1]).toBeCloseTo(1);
        expect(turned(turn, face.right)[0]).toBeCloseTo(1);
      }
    }
  });

  it('shows the face it landed on larger than any other when it lies', () => {
    for (const sides of SHAPES) {
      for (const die of thrown(Array.from({ length: sides }, (_, i) => roll(sides, [i + 1])))) {
        const [flying] = launched([die], 400, 300, () => 0.9);
        const towards = solid(sides).map((face) => (flying ? turned(flying.land, face.normal)[2] : 0));
        expect(towards.indexOf(Math.max(...towards))).toBe(die.side);
      }
    }
  });
});

describe('still', () => {
  it('is while they lie, neither as they roll nor as they fade', () => {
    const times = Array.from({ length: LASTS }, (_, time) => time);
    const lying = times.filter((time) => still(time));
    expect(lying[0]).toBeGreaterThan(300);
    for (const time of lying) expect(time + still(time)).toBe((lying.at(-1) ?? 0) + 1);
    expect((lying.at(-1) ?? 0) + 1).toBeLessThan(LASTS);
  });
});

describe('thrown', () => {
  it('lands on what the server said', () => {
    for (const sides of SHAPES) {
      for (let face = 1; face <= sides; face++) {
        expect(Number.parseInt(landed(sides, face)[0] ?? '', 10)).toBe(face);
      }
    }
    expect(landed(3, 2)).toEqual(['2']);
  });

  it('throws a hundred as tens and ones', () => {
    expect(landed(100, 73)).toEqual(['70', '3']);
    expect(landed(100, 100)).toEqual(['00', '0']);
    expect(landed(100, 9)).toEqual(['00', '9.']);
  });

  it('leaves out dice thrown by hand, heaps of dice and dice nobody can hold', () => {
    expect(thrown([roll(6, [1, 2], { by: 'hand' })])).toEqual([]);
    expect(thrown([roll(6, Array(21).fill(3))])).toEqual([]);
    expect(thrown([roll(1000, [444])])).toEqual([]);
    expect(thrown([roll(6, [1]), roll(6, [2], { by: 'hand' })])).toHaveLength(1);
  });

  it('stays in the field, however narrow', () => {
    const dice = thrown([roll(6, Array(20).fill(6))]);
    for (const { to, size } of launched(dice, 340, 400, Math.random)) {
      expect(to[0]).toBeGreaterThanOrEqual(size);
      expect(to[0]).toBeLessThanOrEqual(340 - size);
      expect(to[1]).toBeLessThan(400);
    }
  });
});

describe('unseen', () => {
  it('takes away what lay on the table before, once each', () => {
    const [a, b] = [roll(6, [1]), roll(20, [4])];
    expect(unseen([a, b, a], [a])).toEqual([b, a]);
    expect(unseen([a], [])).toEqual([a]);
  });
});

describe('a face typed in', () => {
  it('may be read as real dice mark it', () => {
    expect([face('0', 10), face('00', 100), face('7', 10), face('100', 100)]).toEqual([10, 100, 7, 100]);
    expect([face('0', 6), face('0', 100), face('', 10), face('00', 10)]).toEqual([0, 0, 0, 0]);
  });

  it('is done once it cannot become longer', () => {
    expect([whole('0', 10), whole('10', 10), whole('7', 6), whole('00', 100)]).toEqual([true, true, true, true]);
    expect([whole('1', 10), whole('8', 100), whole('0', 100)]).toEqual([false, false, false]);
  });
});
