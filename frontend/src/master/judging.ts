/** How hard is it? What the server is asked, and how its figures are read: pure functions, tested, but for the asking. */
import { ask } from '../lib/server';
import type { Fights, Judgement, Judging, Replaying, Shown } from '../lib/types';

const path = (campaign: string, rest = '') => `/campaigns/${encodeURIComponent(campaign)}/judge${rest}`;

/** An answer that fills in: `got` is called with each line of it, until there are no more or `signal` ends it. */
export function judge(
  campaign: string,
  asked: Judging,
  got: (line: Judgement) => void,
  signal: AbortSignal,
): Promise<void> {
  return ask('POST', path(campaign), asked, signal, async (answer) => {
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value = '' } = (await reader?.read()) ?? { done: true };
      const [lines, open] = linesOf(rest + value);
      rest = open;
      for (const line of lines) got(JSON.parse(line) as Judgement);
      if (done) return;
    }
  });
}

export const judgedReplay = (campaign: string, which: Replaying): Promise<Shown> =>
  ask<Shown>('POST', path(campaign, '/replay'), which);

/** Where a fight that was counted can be looked at. */
export const lookAt = (campaign: string, which: Replaying): string =>
  `/c/${campaign}/rejouer/essai#${encodeURIComponent(JSON.stringify(which))}`;

/** The lines that are whole, and what has come of the next. */
export function linesOf(text: string): [lines: string[], open: string] {
  const lines = text.split('\n');
  const open = lines.pop() ?? '';
  return [lines.filter(Boolean), open];
}

export const LEVELS = ['lost', 'even', 'rough', 'walk'] as const;
export type Level = (typeof LEVELS)[number];
/** From which chance on each level is meant. */
export const FROM: Record<Level, number> = { lost: 0, even: 0.35, rough: 0.6, walk: 0.9 };

/** A chance to win in a word. */
export function levelOf(chance: number): Level {
  return LEVELS.findLast((level) => chance >= FROM[level]) ?? 'lost';
}

/** How many fights were fought of all that will be. */
export function progress(fights: readonly Fights[]): { done: number; of: number } {
  const sum = (of: (each: Fights) => number) => fights.reduce((all, each) => all + of(each), 0);
  return { done: sum((each) => each.fights), of: sum((each) => each.of) };
}
