/** Whose turn it is, and who is awaited. */
import type { Table } from '../lib/table.svelte';
import type { AskedTest, Awaited } from '../lib/types';
import { t } from './words';

/** What this member himself must answer. The game master answers for those whom nobody plays. */
export function awaitedOfMine(table: Table): Awaited[] {
  return (table.seen?.open?.awaited ?? []).filter((each) => each.mine && !each.answered && !playedByOther(table, each));
}

/** What the game master may answer in the place of a player. */
export function awaitedOfOthers(table: Table): Awaited[] {
  return (table.seen?.open?.awaited ?? []).filter((each) => each.mine && !each.answered && playedByOther(table, each));
}

/** The tests the game master has asked of one's own characters, and that are still to be made. */
export function testsOfMine(table: Table): { test: AskedTest; who: string }[] {
  return tests(table).filter(({ who }) => table.person(who)?.mine);
}

/** The same of others: the game master may make them in their place. */
export function testsOfOthers(table: Table): { test: AskedTest; who: string }[] {
  return table.gm ? tests(table).filter(({ who }) => !table.person(who)?.mine) : [];
}

function tests(table: Table): { test: AskedTest; who: string }[] {
  return (table.seen?.tests ?? []).flatMap((test) =>
    test.who.filter((who) => !test.done?.[who]).map((who) => ({ test, who })),
  );
}

function playedByOther(table: Table, awaited: Awaited): boolean {
  const owner = table.person(awaited.who)?.owner;
  return Boolean(owner) && owner !== table.me?.id;
}

/** The names of those the table waits for: who is asked, else who may act. */
export function turnNames(table: Table): string {
  const open = table.seen?.open;
  const names = open
    ? open.awaited.filter((each) => !each.answered).map((each) => each.name)
    : (table.seen?.encounter?.turn ?? []).map((who) => table.name(who));
  return [...new Set(names)].join(', ');
}

/** That the game master makes a pause, or will: to him as his own, to players as all they know. */
export function pauseWords(table: Table): string {
  const pause = table.seen?.pause;
  if (!pause) return '';
  if (!table.gm) return t('paused');
  return t(pause === 'on' ? 'pausedByMe' : 'pauseToCome');
}
