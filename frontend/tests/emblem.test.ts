import { describe, expect, it } from 'vitest';
import { ENAMELS, enamelOf, LIGHT } from '../src/lib/emblem';

/** The relative luminance of WCAG. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe('emblems', () => {
  it('read at 7 to 1 on every field', () => {
    for (const [field, part] of ENAMELS) {
      for (const under of [field, part]) {
        expect((luminance(LIGHT) + 0.05) / (luminance(under) + 0.05), under).toBeGreaterThan(7);
      }
    }
  });

  it('are the same for the same id, and of another hue on the other side', () => {
    expect(enamelOf('ulrike', false, 5)).toEqual(enamelOf('ulrike', false, 5));
    expect(enamelOf('ulrike', true, 5).enamel).not.toEqual(enamelOf('ulrike', false, 5).enamel);
  });

  it('tell a table of people apart', () => {
    const seen = Array.from({ length: 12 }, (_, i) => enamelOf(`loup_${i}`, true, 5));
    expect(new Set(seen.map(({ enamel, field }) => `${enamel[0]} ${field}`)).size).toBeGreaterThan(7);
    for (const { field } of seen) expect(field).toBeLessThan(5);
  });
});
