/** What the entries of a game's draft are made of, where it is more than a name: a game may say so in `entries/`. */
import type { Column } from './fields';

export type Columns = Readonly<Record<string, readonly Column[]>>;

const FILES = import.meta.glob<Columns>('./entries/*.ts', { import: 'default' });
const known = $state<Record<string, Columns>>({});
const asked = new Set<string>();

/** The columns of the entries of a field; undefined until they are there, and where the game says nothing. */
export function columns(game: string, field: string): readonly Column[] | undefined {
  const file = FILES[`./entries/${game}.ts`];
  if (file && !asked.has(game)) {
    asked.add(game);
    void file().then(
      (found) => {
        known[game] = found;
      },
      () => asked.delete(game),
    );
  }
  return known[game]?.[field];
}
