/** Every phrase the page says itself, and what stands in its templates, is set as books set it. */
import { describe, expect, it } from 'vitest';
import { typeset } from '../src/lib/format';

const FAULT = /\p{L}'\p{L}|(?<![\w.)}-])-[\d{]| [:;!?»]|« /u;
const WORDS = import.meta.glob('../src/**/words.ts', { query: '?raw', import: 'default', eager: true });
const TEMPLATES = import.meta.glob('../src/{compendium,creation,home,map,master,sheet,ui}/**/*.svelte', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const GAMES = import.meta.glob<{ default: { about: readonly string[] } }>('../src/games/*.ts', { eager: true });

/** The texts of a file, as they are written between quotes. */
function quoted(source: string): string[] {
  return [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)].map(
    (found) => found[1] ?? found[2] ?? '',
  );
}

/** What a template shows as it stands: neither its script, nor its style, nor what is worked out. */
function shown(source: string): string {
  let text = source.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/<!--[\s\S]*?-->/g, '');
  for (let inner = ''; inner !== text; ) {
    inner = text;
    text = text.replace(/\{[^{}]*\}/g, '…');
  }
  return text.replace(/<[^<>]*>/g, '');
}

describe('what the page says', () => {
  it.each(Object.entries(WORDS))('is set: %s', (_, source) => {
    const texts = quoted(String(source));
    expect(texts.length).toBeGreaterThan(2);
    expect(texts.map(typeset).filter((text) => FAULT.test(text))).toEqual([]);
  });

  it.each(Object.entries(TEMPLATES))('stands so in a template: %s', (_, source) => {
    expect(FAULT.exec(shown(String(source)))?.[0]).toBeUndefined();
  });

  it.each(Object.entries(GAMES))('is set where a game is told of: %s', (_, game) => {
    expect(game.default.about).toHaveLength(2);
    expect(game.default.about.map(typeset).filter((text) => FAULT.test(text))).toEqual([]);
  });
});
