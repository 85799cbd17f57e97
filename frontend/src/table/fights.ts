/** What encounters have come to, asked for once for as long as it cannot have changed. */
import { ask } from '../lib/server';
import type { Table } from '../lib/table.svelte';
import type { Fight } from '../lib/types';

/** What changes nothing of a round that is over; all else may: what is taken back, who is hidden or has a name now. */
const PLAY = new Set(['act', 'answer', 'type_dice', 'say', 'whisper', 'roll', 'line', 'end_encounter']);
const known = new Map<string, Promise<Fight>>();

/** An encounter as this member was told of it; nothing if the server does not answer. */
export function fightOf(table: Table, since: number): Promise<Fight | null> {
  const { encounter } = table.seen ?? {};
  const round = encounter?.since === since ? encounter.round : 'over';
  const changed = table.entries.findLast(({ kind }) => kind && !PLAY.has(kind))?.seq;
  const key = [table.id, table.viewAs, since, round, changed].join();
  const asked = known.get(key) ?? freshly(table, since);
  known.set(key, asked);
  return asked.catch(() => {
    known.delete(key); // it is asked for again when somebody looks again
    return null;
  });
}

/** The same as it stands now. */
export function freshly(table: Table, since: number): Promise<Fight> {
  const as = table.viewAs ? `?view_as=${encodeURIComponent(table.viewAs)}` : '';
  return ask<Fight>('GET', `/campaigns/${table.id}/encounters/${since}/summary${as}`).then((fight) => {
    for (const { who, emblem } of fight.deeds ?? []) if (emblem) table.gone.set(who[1], emblem);
    return fight;
  });
}
