/** What the game master's forms send: pure functions, tested. */
import { readable } from '../lib/format';
import type { Action, Deed, FormField } from '../lib/types';

/** Sides as the server wants them, from what was written beside each name; whoever has none stays away. */
export function sidesGiven(written: Readonly<Record<string, string | undefined>>): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const [who, side] of Object.entries(written)) {
    const name = side?.trim();
    if (name) found[name] = [...(found[name] ?? []), who];
  }
  return found;
}

/** Actions that may begin an encounter: open, and about nobody in particular. */
export function openings(actions: readonly Action[]): Action[] {
  return actions.filter(
    (action) => !action.closed && Object.entries(action.action).every(([key]) => key === 'do' || key === 'actor'),
  );
}

// ---------------------------------------------------------------- values

export type Scalar = string | number | boolean;

export interface Leaf {
  path: string;
  value: Scalar;
}

const DEEPEST = 7;

/** Every single value in plain data, by its dotted path. */
export function leaves(data: unknown, under = '', depth = 0): Leaf[] {
  if (typeof data === 'string' || typeof data === 'number' || typeof data === 'boolean') {
    return under ? [{ path: under, value: data }] : [];
  }
  if (typeof data !== 'object' || data === null || depth > DEEPEST) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    key.includes('.') ? [] : leaves(value, under ? `${under}.${key}` : key, depth + 1),
  );
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

/** « fiche.points.PV » as « fiche › points › PV ». */
export function spoken(path: string): string {
  return path.split('.').map(readable).join(' › ');
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
