/** What actions are made of, asked once for each game and language. */

import { readable } from './format';
import { ofGame } from './game.svelte';
import { api } from './server';
import type { ActionForm, Intent } from './types';

const known = ofGame(api.forms);

/** The form of every kind of action of a game; none until they are there. */
export function forms(game: string): ActionForm[] {
  return known(game) ?? [];
}

const wanted = ofGame(api.intents);

/** What one may want by the actions of a game, in their order; none until they are there. */
export function intentsOf(game: string): Intent[] {
  return wanted(game) ?? [];
}

/** What a look is called. */
export function lookNames(game: string): (look: string) => string {
  const names = new Map(forms(game).flatMap((form) => form.looks.map((look) => [look.id, look.text] as const)));
  return (look) => names.get(look) ?? readable(look);
}
