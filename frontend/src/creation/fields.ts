/** What a draft is made of, whatever the game: pure functions, tested. */
import { holds, readable } from '../lib/format';
import type { Draft } from '../lib/types';

export type Step = Draft['steps'][number];
export type Field = Step['fields'][number];
export type Budget = Draft['budgets'][number];
export type Problem = Draft['problems'][number];
export type Fields = Record<string, unknown>;
export type Waiver = { rule: string; note: string; about?: string };
export type Key = [id: string, label: string];

/** Whether nobody is asked for this field; what stands there already is shown all the same. */
export function idle(field: Field, value: unknown): boolean {
  return field.idle && blank(value);
}

/** Nothing chosen, nothing written, nothing spent. */
export function blank(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false || value === 0) return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.values(value).every((each) => each === 0 || each === null);
}

// ---------------------------------------------------------------- values by kind

export function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

/** One number, null where none is fixed. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** Points by what they are spread over. */
export function spreadOf(value: unknown): Record<string, number> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, Number(each) || 0]));
}

export function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** The value one step further; the buttons stay within bounds, typing may pass them: the review names what breaks. */
export function stepped(now: number | null, by: number, field: Field): number {
  const next = (now ?? field.low - (by > 0 ? 1 : 0)) + by;
  const least = Math.min(field.low, 0);
  return Math.max(least, field.high ? Math.min(next, Math.max(field.high, now ?? 0)) : next);
}

/** The number somebody typed; null for nothing, undefined for what is no number. */
export function typedNumber(text: string): number | null | undefined {
  const trimmed = text.trim().replace('−', '-');
  if (!trimmed) return null;
  return /^-?\d{1,7}$/.test(trimmed) ? Number(trimmed) : undefined;
}

// ---------------------------------------------------------------- choices

export function toggled(chosen: readonly string[], id: string): string[] {
  return chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id];
}

export function removed<T>(list: readonly T[], at: number): T[] {
  return list.filter((_, i) => i !== at);
}

export function changed<T>(list: readonly T[], at: number, to: T): T[] {
  return list.map((each, i) => (i === at ? to : each));
}

/** One place nearer to the front. */
export function forward<T>(list: readonly T[], at: number): T[] {
  if (at <= 0 || at >= list.length) return [...list];
  const next = [...list];
  next.splice(at - 1, 2, list[at] as T, list[at - 1] as T);
  return next;
}

/** What is offered under these words, in the game's own order. */
export function offered(keys: readonly (readonly unknown[])[], words: string, only?: (id: string) => boolean): Key[] {
  return keys
    .map(([id, label]): Key => [String(id), String(label)])
    .filter(([id, label]) => (!words.trim() || holds(`${label} ${id}`, words)) && (!only || only(id)));
}

/** The heading under which a row begins; none where it is that of the row before. */
export function headingAt(field: Pick<Field, 'groups'>, rows: readonly Key[], at: number): string {
  const group = (i: number) => field.groups?.[rows[i]?.[0] ?? ''] ?? '';
  return group(at) === group(at - 1) ? '' : group(at);
}

/** What an id is called; one that is offered no more keeps a readable name. */
export function labelOf(field: Field, id: string): string {
  const found = field.keys?.find(([key]) => key === id);
  return found ? String(found[1]) : readable(id);
}

// ---------------------------------------------------------------- entries

export type Column = Field['columns'][number];

/** How the entries of a field are kept: bare names, or with columns. */
export type Shape = { bare: true } | { bare: false; columns: readonly Column[] };

/** As the game says; else as those that are there show; else bare names. */
export function shapeOf(entries: readonly unknown[], known: readonly Column[] = []): Shape {
  if (known.length) return { bare: false, columns: known };
  const columns = new Map<string, Column>();
  for (const entry of entries) {
    if (typeof entry !== 'object' || entry === null) continue;
    for (const [key, value] of Object.entries(entry)) {
      const kind = typeof value === 'number' ? 'number' : 'text';
      columns.set(key, { name: key, kind, label: readable(key), keys: [] });
    }
  }
  return columns.size ? { bare: false, columns: [...columns.values()] } : { bare: true };
}

/** An entry to begin with. */
export function fresh(shape: Shape, field: Field): unknown {
  if (shape.bare) return '';
  return Object.fromEntries(
    shape.columns.filter((c) => c.kind !== 'choice').map((c) => [c.name, c.kind === 'number' ? field.low : '']),
  );
}

// ---------------------------------------------------------------- problems and exceptions

export interface Standing {
  open: Problem[];
  waived: Problem[];
}

export function standing(problems: readonly Problem[], step?: string): Standing {
  const here = step === undefined ? problems : problems.filter((problem) => problem.step === step);
  return { open: here.filter((problem) => !problem.waived), waived: here.filter((problem) => problem.waived) };
}

export function waiversOf(data: Fields): Waiver[] {
  return Array.isArray(data.waivers) ? (data.waivers as Waiver[]) : [];
}

/** With a deliberate exception to this problem alone. */
export function waive(waivers: readonly Waiver[], problem: Problem, note: string): Waiver[] {
  return [...unwaive(waivers, problem), { rule: problem.rule, note: note.trim(), about: problem.key }];
}

/** Without any exception that excuses this problem. */
export function unwaive(waivers: readonly Waiver[], problem: Problem): Waiver[] {
  const names = problem.key.split(' · ');
  return waivers.filter(
    ({ rule, about }) => rule !== problem.rule || Boolean(about && about !== problem.key && !names.includes(about)),
  );
}

/** The text of a problem without the rule at its end, which stands beside it. */
export function said(problem: Pick<Problem, 'text' | 'rule'>): string {
  const tail = ` (${problem.rule})`;
  return problem.rule && problem.text.endsWith(tail) ? problem.text.slice(0, -tail.length) : problem.text;
}
