/** What the page adds to a game: its identity, a picture of ours, a paragraph. A game without any looks plain and works. */

import { SvelteMap } from 'svelte/reactivity';
import { prefs } from './prefs.svelte';
import { api } from './server';
import type { Game } from './types';
import type { Pair } from './words';

/** What makes one table look unlike another. */
export interface Identity {
  /** The outlines of emblems, ours and theirs, within 52 of the origin. */
  outlines: readonly [ours: string, theirs: string];
  /** How the field of an emblem may be divided. */
  fields: readonly string[];
}

export interface Theme extends Identity {
  /** By day and by night; both read well on the page's own paper. */
  accent: readonly [day: string, night: string];
  /** An SVG drawn in `currentColor`. */
  picture: string;
  about: Pair;
  /** A mask of 56 by 10 that stands beside headings, as the inside of an SVG. */
  ornament: string;
  /** A mask over the head of a table and over moments: its tile as the inside of an SVG. */
  texture: readonly [width: number, height: number, inside: string];
  /** How round what is framed is. */
  corner: string;
  /** A detail of type: those of `app.css` under « worn » that are otherwise here. */
  type?: Readonly<Record<`--${string}`, string>>;
}

const PLAIN: Identity = {
  outlines: ['M46 0A46 46 0 1 1-46 0A46 46 0 1 1 46 0Z', 'M0-48L48 0L0 48L-48 0Z'],
  fields: ['M0-60H60V60H0Z', 'M-60 0H60V60H-60Z', 'M-60-60L60 60V-60Z', 'M-60 60L0-8L60 60Z'],
};

let drawings = $state.raw<Partial<Record<string, string>>>({});
let begun = false;

/** The drawing of a figure; none until it is there, or where there is none. */
export function figure(name = ''): string {
  if (name && !begun) {
    begun = true;
    import('../ui/figures').then(
      (all) => {
        drawings = all.default;
      },
      () => {
        begun = false; // initials do
      },
    );
  }
  return drawings[name] ?? '';
}

const PAUSE = 3000; // milliseconds until what could not be read is asked for again
const FILES = import.meta.glob<Theme>('../games/*.ts', { import: 'default' });
const known = $state<Record<string, Theme>>({});
const asked = new Set<string>();

/** The theme of a game; undefined until it is there, and for a game that has none. */
export function theme(game: string): Theme | undefined {
  if (game && !asked.has(game)) {
    asked.add(game);
    (FILES[`../games/${game}.ts`] ?? (() => import('./brought').then((own) => own.brought(game))))().then(
      (found) => {
        if (found) known[game] = found;
      },
      () => asked.delete(game), // a look is no reason to complain
    );
  }
  return known[game];
}

/** Whether somebody has drawn something for a game; the others wear the page's own sign. */
export function themed(game: string): boolean {
  return `../games/${game}.ts` in FILES || game in known;
}

let now = $state('');

/** The game that is worn. */
export const worn = (): string => now;

/** The identity of the game that is worn. */
export const identity = (): Identity => (now && theme(now)) || PLAIN;

const drawn = (width: number, height: number, inside: string): string =>
  `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}' viewBox='0 0 ${width} ${height}'>${inside}</svg>`)}")`;

const variables = (worn: Theme): Record<string, string> => ({
  '--accent-day': worn.accent[0],
  '--accent-night': worn.accent[1],
  '--ornament': drawn(56, 10, worn.ornament),
  '--texture': drawn(...worn.texture),
  '--corner': worn.corner,
  ...worn.type,
});
let put: string[] = [];

/** Put a game's look on the whole page; none: the page's own. */
export function wear(game: string): void {
  const worn = game ? theme(game) : undefined;
  now = game;
  const { style, dataset } = document.documentElement;
  for (const name of put) style.removeProperty(name);
  const all = worn ? variables(worn) : {};
  for (const [name, value] of Object.entries(all)) style.setProperty(name, value);
  put = Object.keys(all);
  if (game) dataset.game = game;
  else delete dataset.game;
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
