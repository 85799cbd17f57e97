/** Emblems, drawn from data: pure functions, tested. Outlines and fields are the game's (`src/games`). */

/** Enamels: field, the part that divides it, rim. What stands on both fields reads at 7 to 1, by day and by night. */
export type Enamel = readonly [field: string, part: string, rim: string];
const OURS: readonly Enamel[] = [
  ['#1f3f66', '#2a5585', '#9db8d6'],
  ['#1c4a4d', '#205a5c', '#94c4bf'],
  ['#3a3670', '#4c478f', '#b4b0de'],
  ['#2b4a2c', '#355c34', '#a4c79e'],
  ['#3a3f46', '#4d545e', '#b2bac4'],
  ['#123f5a', '#1b5673', '#8fbfd4'],
];
const THEIRS: readonly Enamel[] = [
  ['#6a1f1a', '#8a3128', '#dd9f93'],
  ['#593a0d', '#6f4a15', '#d9b878'],
  ['#55203f', '#73325a', '#d3a0bf'],
  ['#4d2f22', '#6a4233', '#cfab99'],
  ['#474115', '#5a5320', '#c9c08a'],
  ['#5c1f30', '#7d2f45', '#dc9dab'],
];
export const ENAMELS = [...OURS, ...THEIRS];
/** What stands on a field. */
export const LIGHT = '#fff6e6';

/** The same number for the same id, everywhere. */
function hash(id: string): number {
  let found = 2166136261;
  for (const letter of id) found = Math.imul(found ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  return (found ^ (found >>> 13)) >>> 0;
}

/** The enamel of somebody and which division of his field is his, by the id he is known by. */
export function enamelOf(id: string, foe: boolean, fields: number): { enamel: Enamel; field: number } {
  const of = foe ? THEIRS : OURS;
  const n = hash(id);
  return {
    enamel: of[n % of.length] as Enamel,
    field: fields ? Math.floor(n / of.length) % fields : 0,
  };
}

/** « Archer des fossés 2 » as « A2 », « Mei Lan » as « ML ». */
export function initials(name: string): string {
  const words = name.split(/[\s'’-]+/).filter((word) => /^[\p{Lu}\d]/u.test(word));
  const first = words[0] ?? name;
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  if (last) return `${first[0] ?? ''}${/^\d+$/.test(last) ? last.slice(0, 2) : (last[0] ?? '')}`;
  return first.slice(0, 2);
}
