/** Where a game keeps its pools, so that a ruling can change them: a game may say so in `pools/`. */
import type { Line } from '../lib/types';

export type Pool = Extract<Line, { type: 'pool' }>;

export interface Place {
  /** What the pool is called on the sheet, in either language. */
  labels: readonly string[];
  /** The value's name in the character. */
  at: string;
  /** What is kept is what was lost of it. */
  lost?: boolean;
  /** The value is one of a table of this name, under `at`. */
  table?: string;
}

export interface Places {
  /** Where the scene keeps its people. */
  people: string;
  pools: readonly Place[];
}

const FILES = import.meta.glob<Places>('./pools/*.ts', { import: 'default' });
const known = $state<Record<string, Places>>({});
const asked = new Set<string>();

/** What a game says of its pools; undefined until it is there, and where it says nothing. */
export function places(game: string): Places | undefined {
  const file = FILES[`./pools/${game}.ts`];
  if (file && !asked.has(game)) {
    asked.add(game);
    void file().then(
      (found) => {
        known[game] = found;
      },
      () => asked.delete(game),
    );
  }
  return known[game];
}

export function placeOf(places: Places | undefined, label: string): Place | undefined {
  return places?.pools.find((place) => place.labels.includes(label));
}

/** The path and the value of the ruling that gives a pool this value. `held`: the character as it stands. */
export function ruling(
  places: Places,
  place: Place,
  who: string,
  pool: { now: number; most: number },
  wanted: number,
  held: Record<string, unknown>,
): { path: string; value: unknown } {
  const value = place.lost ? pool.most - wanted : wanted;
  const path = `${places.people}.${who}.${place.table ?? place.at}`;
  if (!place.table) return { path, value };
  return { path, value: { ...(held[place.table] as Record<string, unknown> | undefined), [place.at]: value } };
}
