/** Whom a game master may call into a campaign: those of the game's catalogues, and those the table has written itself. */
import { ofGame } from '../lib/game.svelte';
import { latest } from '../lib/latest.svelte';
import { api } from '../lib/server';
import type { useTable } from '../lib/table.svelte';
import type { Castable } from '../lib/types';
import { api as own } from './own/api';

const book = ofGame(api.cast);

/** For a component while it is there; `all` is undefined until the game's own are read. */
export function useCast(table: ReturnType<typeof useTable>): { readonly all: Castable[] | undefined } {
  let written = $state.raw<Castable[]>([]);
  latest(
    () => {
      void table.version;
      return own.own(table.id);
    },
    (found) => {
      written = found.entries
        .filter((each) => each.called)
        .map(({ kind, id, name, text }) => ({ key: kind, id, name, kind: text }));
    },
  );
  return {
    get all() {
      const known = book(table.campaign?.game ?? '');
      return known && [...written, ...known];
    },
  };
}
