/** What the game master's forms send: pure functions, tested. */
import type { Action, Deed, FormField, Person, PlayedRules, Value } from '../lib/types';

/** Sides as the server wants them, from what was written beside each name; whoever has none stays away. */
export function sidesGiven(written: Readonly<Record<string, string | undefined>>): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [who, side] of Object.entries(written)) {
    const name = side?.trim();
    if (name) found[name] = [...(found[name] ?? []), who];
  }
  return found;
}

/** The side a newcomer is on unless somebody says otherwise: that of the players' characters if he is one, or the other. */
export function sideOf(newcomer: Pick<Person, 'owner'>, there: readonly Pick<Person, 'owner' | 'side'>[]): string {
  const played = there.filter((each) => each.owner);
  const ours = new Set((played.length ? played : there.slice(0, 1)).map((each) => each.side));
  const found = there.find((each) => ours.has(each.side) === Boolean(newcomer.owner));
  return (found ?? there.at(-1))?.side ?? '';
}

// ---------------------------------------------------------------- values

export type Scalar = string | number | boolean;

/** Pools first, then what lies on top, then what lies deeper; otherwise as the game has it. */
export function shallowFirst(values: readonly Value[]): Value[] {
  const depth = (each: Value) => (each.pool ? 0 : each.path.split('.').length);
  return [...values].sort((a, b) => depth(a) - depth(b));
}

/** What was typed, as a value of the same kind as the one before; undefined if it cannot be. */
export function typed(text: string, before: Scalar): Scalar | undefined {
  const plainText = text.trim();
  if (typeof before === 'string') return plainText;
  if (typeof before === 'boolean') {
    if (/^(true|oui|yes|vrai|1)$/i.test(plainText)) return true;
    return /^(false|non|no|faux|0)$/i.test(plainText) ? false : undefined;
  }
  const n = Number(plainText.replace(',', '.').replace('−', '-'));
  return plainText && Number.isFinite(n) ? n : undefined;
}

/** What was typed where nothing stood before: a number, yes or no in the data's own words, or a text. */
export function guessed(text: string): Scalar {
  const plainText = text.trim();
  if (/^[-−]?\d+([.,]\d+)?$/.test(plainText)) return Number(plainText.replace(',', '.').replace('−', '-'));
  return plainText === 'true' || plainText === 'false' ? plainText === 'true' : plainText;
}

// ---------------------------------------------------------------- tests

/** What the test fixes of an action; fields that are left open are left out. */
export function fixedDeed(kind: string, chosen: Readonly<Record<string, unknown>>): Deed {
  const kept = Object.entries(chosen).filter(([, value]) => value !== undefined && value !== '' && value !== null);
  return { ...Object.fromEntries(kept), do: kind };
}

/** The fields that nobody has chosen and that the game has no default for. */
export function missing(fields: readonly FormField[], deed: Deed): FormField[] {
  return fields.filter(
    (field) => (field.default === null || field.default === undefined) && deed[field.name] === undefined,
  );
}

/** An action without its actor: what of it can be asked of anybody. */
export function ofAnybody({ actor: _, ...rest }: Deed): Deed {
  return rest;
}

// ---------------------------------------------------------------- rules

/** Whether the campaign waits for what its game master decides. */
export const awaits = (standing: PlayedRules): boolean =>
  standing.played !== standing.present || standing.unread.length > 0;

/** Which actions and options are gone or new, by the word for it. */
export function changed(changes: NonNullable<PlayedRules['changes']>) {
  const lists = [
    ['actionsGone', changes.actions_gone],
    ['actionsNew', changes.actions_new],
    ['optionsGone', changes.options_gone],
    ['optionsNew', changes.options_new],
  ] as const;
  return lists.filter(([, names]) => names.length);
}

// ---------------------------------------------------------------- tests

/** Actions in the order one looks for them who wants a test: tests, what is open before what is closed, the shortest. */
export function testsFirst<A extends Pick<Action, 'intent' | 'closed' | 'text'>>(actions: readonly A[]): A[] {
  const rank = (each: A) => (each.intent === 'try' ? 0 : each.intent === 'speak' ? 1 : 2) + (each.closed ? 3 : 0);
  return [...actions].sort((a, b) => rank(a) - rank(b) || a.text.length - b.text.length);
}
