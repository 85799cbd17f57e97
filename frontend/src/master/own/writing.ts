/** Values of a form made from what the server says of its fields. */
import type { OwnField } from '../../lib/types';

export type Table = Record<string, unknown>;

export interface Fault {
  at: string;
  why: string;
}

/** An id of a name: « Lame grise » gives lame_grise. */
export function idOf(name: string): string {
  const bare = name.normalize('NFD').replace(/\p{M}/gu, '').replace(/œ/gi, 'oe').replace(/æ/gi, 'ae').toLowerCase();
  return bare
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
}

export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What an entry is called: by its own name, or by that of what it has. */
export function nameIn(value: unknown): string {
  if (!isTable(value)) return '';
  for (const at of ['nom', 'name', 'label']) if (typeof value[at] === 'string') return value[at];
  for (const below of Object.values(value)) {
    const found = nameIn(below);
    if (found) return found;
  }
  return '';
}

/** The same table with this there; nothing there: without. */
export function put(table: Table, name: string, value: unknown): Table {
  const { [name]: _, ...rest } = table;
  return value === undefined ? rest : { ...table, [name]: value };
}

/** What a new item of a list, or a field that was just asked for, is first. */
export function fresh(field: OwnField): unknown {
  switch (field.kind) {
    case 'yes_no':
      return field.default ?? true;
    case 'number':
    case 'figure':
      return field.default ?? 0;
    case 'choice':
      return field.default ?? field.choices[0]?.id ?? '';
    case 'list':
      return [];
    case 'table':
      return {};
    case 'group':
      return field.of.length
        ? ''
        : Object.fromEntries(field.fields.filter((each) => each.required).map((each) => [each.name, fresh(each)]));
    case 'other':
      return field.default ?? null;
    default:
      return '';
  }
}

/** What somebody typed, as the field has it; nothing typed: nothing. */
export function typed(field: OwnField, text: string): unknown {
  if (text === '') return field.required && (field.kind === 'text' || field.kind === 'choice') ? '' : undefined;
  if (field.kind === 'number' || field.kind === 'figure') return Number(text);
  return field.kind === 'either' && /^[-+]?\d+$/.test(text) ? Number(text) : text;
}
