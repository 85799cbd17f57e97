/** The optional rules of a game, switched: pure, tested. */
import type { Switch } from '../lib/types';

/** Those that are on when one of them is switched; what it excludes, and what excludes it, goes off. */
export function switched(all: readonly Switch[], on: readonly string[], one: Switch, value: boolean): string[] {
  const others = on.filter((id) => id !== one.id);
  if (!value) return others;
  const against = new Set(one.excludes);
  for (const each of all) if (each.excludes.includes(one.id)) against.add(each.id);
  return [...others.filter((id) => !against.has(id)), one.id];
}
