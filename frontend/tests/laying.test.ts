import { describe, expect, it } from 'vitest';
import { across, laid } from '../src/map/laying';

const picture = { id: 'p', width: 1000, height: 600 };

describe('a grid laid over a picture', () => {
  it('by two corners of one square, whatever order they come in', () => {
    for (const two of [
      [
        [130, 60],
        [180, 110],
      ],
      [
        [180, 110],
        [130, 60],
      ],
    ] as const) {
      const found = laid('square', picture, two, 1);
      expect(found?.width).toBeCloseTo(20);
      // a line of the grid goes through the corner: it lies at a half in cells
      expect((((130 / 50 + (found?.x ?? 0)) % 1) + 1) % 1).toBeCloseTo(0.5);
      expect((((60 / 50 + (found?.y ?? 0)) % 1) + 1) % 1).toBeCloseTo(0.5);
      expect(found).toMatchObject({ columns: 19, rows: 11 });
    }
  });

  it('by corners several cells apart', () => {
    expect(
      laid(
        'square',
        picture,
        [
          [0, 0],
          [500, 20],
        ],
        10,
      ),
    ).toEqual({ x: -0.5, y: -0.5, width: 20, columns: 20, rows: 12 });
  });

  it('by the middles of two hexagons of a row', () => {
    const found = laid(
      'hex',
      picture,
      [
        [230, 100],
        [130, 100],
      ],
      2,
    );
    expect(found?.width).toBeCloseTo(20);
    expect((130 / 50 + (found?.x ?? 0)) % 1).toBeCloseTo(0);
    expect((found?.columns ?? 0) + (found?.rows ?? 0)).toBeGreaterThan(2);
  });

  it('not by points that are too near', () => {
    expect(
      laid(
        'square',
        picture,
        [
          [10, 10],
          [12, 12],
        ],
        1,
      ),
    ).toBeNull();
    expect(
      laid(
        'hex',
        picture,
        [
          [10, 10],
          [10, 10],
        ],
        1,
      ),
    ).toBeNull();
  });

  it('or by how many cells lie across', () => {
    expect(across('square', picture, 20)).toEqual({ x: -0.5, y: -0.5, width: 20, columns: 20, rows: 12 });
    expect(across('hex', picture, 20).columns).toBe(19);
  });
});
