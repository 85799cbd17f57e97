/** What actions are made of, asked once for each game and language. */

import { readable } from './format';
import { prefs } from './prefs.svelte';
import { api } from './server';
import type { ActionForm } from './types';

const known = $state<Record<string, ActionForm[]>>({});
const asked = new Set<string>();

/** The form of every kind of action of a game; none until they are there. */
export function forms(game: string): ActionForm[] {
  const key = `${game}.${prefs.lang}`;
  if (game && !asked.has(key)) {
    asked.add(key);
    api.forms(game).then(
      (found) => {
        known[key] = found;
      },
      () => asked.delete(key),
    );
  }
  return known[key] ?? [];
}

/** What a look is called. */
export function lookNames(game: string): (look: string) => string {
  const names = new Map(forms(game).flatMap((form) => form.looks.map((look) => [look.id, look.text] as const)));
  return (look) => names.get(look) ?? readable(look);
}
