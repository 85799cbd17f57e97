/** What the page adds to a game: a colour, a picture of ours, a paragraph. A game without any looks plain and works. */

import { SvelteMap } from 'svelte/reactivity';
import { prefs } from './prefs.svelte';
import { api } from './server';
import type { Game } from './types';
import type { Pair } from './words';

export interface Theme {
  /** By day and by night; both read well on the page's own paper. */
  accent: readonly [day: string, night: string];
  /** An SVG drawn in `currentColor`. */
  picture: string;
  about: Pair;
}

const PAUSE = 3000; // milliseconds until what could not be read is asked for again
const FILES = import.meta.glob<Theme>('../games/*.ts', { import: 'default' });
const known = $state<Record<string, Theme>>({});
const asked = new Set<string>();

/** The theme of a game; undefined until it is there, and for a game that has none. */
export function theme(game: string): Theme | undefined {
  const file = FILES[`../games/${game}.ts`];
  if (file && !asked.has(game)) {
    asked.add(game);
    file().then(
      (found) => {
        known[game] = found;
      },
      () => asked.delete(game), // a look is no reason to complain
    );
  }
  return known[game];
}

/** Whether somebody has drawn something for a game; the others wear the page's own sign. */
export function themed(game: string): boolean {
  return `../games/${game}.ts` in FILES;
}

/** Put a game's colour on the whole page; none: the page's own. */
export function wear(game: string): void {
  const accent = game ? theme(game)?.accent : undefined;
  const style = document.documentElement.style;
  for (const [name, value] of [
    ['--accent-day', accent?.[0]],
    ['--accent-night', accent?.[1]],
  ] as const) {
    if (value) style.setProperty(name, value);
    else style.removeProperty(name);
  }
}

/** Something to read of a game, asked once for each language; undefined until it is there. */
export function ofGame<T>(ask: (game: string) => Promise<T>): (game: string) => T | undefined {
  const found = new SvelteMap<string, T>();
  const begun = new Set<string>();
  let failures = $state(0);
  return (game) => {
    void failures; // whoever still looks asks again
    const key = `${game}.${prefs.lang}`;
    if (game && !begun.has(key)) {
      begun.add(key);
      ask(game).then(
        (all) => found.set(key, all),
        () =>
          setTimeout(() => {
            begun.delete(key);
            failures += 1;
          }, PAUSE),
      );
    }
    return found.get(key);
  };
}

const games: Partial<Record<string, Promise<Game[]>>> = {};

/** Every game of the server, asked once for each language. */
export function allGames(): Promise<Game[]> {
  const { lang } = prefs;
  games[lang] ??= api.games().catch((error) => {
    delete games[lang];
    throw error;
  });
  return games[lang];
}
