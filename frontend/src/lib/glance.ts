/** A sheet at a glance: what a whole table wants to see of everybody. Pure functions, tested. */
import type { Line, Sheet } from './types';

export type Pool = Extract<Line, { type: 'pool' }>;
type Mark = Extract<Line, { type: 'mark' }>;

/** The pools of the first section that has any, the first four at most. */
export function poolsOf(sheet: Sheet, most = 4): Pool[] {
  for (const section of sheet.sections) {
    const pools = section.lines.filter((line): line is Pool => line.type === 'pool');
    if (pools.length) return pools.slice(0, most);
  }
  return [];
}

/** What has befallen somebody: the marks of the sections that tell of it, one for each name. */
export function conditionsOf(sheet: Sheet, most = 8): Mark[] {
  const found = new Map<string, Mark>();
  for (const { kind, lines } of sheet.sections) {
    for (const line of kind === 'states' ? lines : []) {
      if (line.type === 'mark' && line.value !== 0 && !found.has(line.label)) found.set(line.label, line);
    }
  }
  return [...found.values()].slice(0, most);
}
