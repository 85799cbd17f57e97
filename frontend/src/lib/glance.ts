/** A sheet at a glance: what a whole table wants to see of everybody. Pure functions, tested. */
import { plain } from './format';
import type { Line, Sheet } from './types';

type Pool = Extract<Line, { type: 'pool' }>;
type Mark = Extract<Line, { type: 'mark' }>;

/** The pools of the first section that has any, the first four at most. */
export function poolsOf(sheet: Sheet, most = 4): Pool[] {
  for (const section of sheet.sections) {
    const pools = section.lines.filter((line): line is Pool => line.type === 'pool');
    if (pools.length) return pools.slice(0, most);
  }
  return [];
}

const STATES = /\b(etats?|blessures|effets|conditions?|states?|wounds|effects|injuries)\b/;

/** What has befallen somebody: the marks of sections that are called so in either language. */
export function conditionsOf(sheet: Sheet, most = 8): Mark[] {
  return sheet.sections
    .filter((section) => STATES.test(plain(section.title)))
    .flatMap((section) => section.lines.filter((line): line is Mark => line.type === 'mark' && line.value !== 0))
    .slice(0, most);
}
