import { describe, expect, it } from 'vitest';
import style from '../src/app.css?raw';

const themes = import.meta.glob<{ default: { accent: readonly [string, string] } }>('../src/games/*.ts', {
  eager: true,
});

/** A colour of the page by day and by night. */
function tint(name: string): [day: string, night: string] {
  const found = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(style);
  return [found?.[1] ?? '', found?.[2] ?? ''];
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const GROUNDS = ['paper', 'leaf', 'sunk'];

describe('colours', () => {
  it.each(['ink', 'soft', 'faint', 'good', 'bad', 'warn'])('%s can be read on everything', (name) => {
    for (const ground of GROUNDS)
      for (const time of [0, 1] as const)
        expect(contrast(tint(name)[time], tint(ground)[time]), ground).toBeGreaterThanOrEqual(4.5);
  });

  it.each(Object.entries(themes))('%s has an accent that can be read, and read on', (_, { default: theme }) => {
    for (const time of [0, 1] as const) {
      for (const ground of [...GROUNDS, 'on-accent'])
        expect(contrast(theme.accent[time], tint(ground)[time]), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('the edge of what can be used stands out', () => {
    for (const ground of GROUNDS)
      for (const time of [0, 1] as const)
        expect(contrast(tint('edge')[time], tint(ground)[time]), ground).toBeGreaterThanOrEqual(3);
  });
});

describe('files', () => {
  const pages = import.meta.glob<string>('../src/**/*.svelte', { eager: true, query: '?raw', import: 'default' });

  it('are chosen by a button in the words of the page, never by the browser’s own', () => {
    const found = Object.values(pages).flatMap((page) => page.match(/<input[^>]*type="file"[^>]*>/g) ?? []);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((input) => !input.includes('class="hidden"'))).toEqual([]);
  });
});
