/** Campaigns as files, sent and saved. */
import { prefs } from '../lib/prefs.svelte';
import { ask, Refused, ROOT } from '../lib/server';
import type { Back, Saved } from '../lib/types';
import { t } from '../lib/words';

/** A campaign from its file, as a new one. */
export async function campaignFrom(file: Blob): Promise<Back> {
  const headers = { 'X-Tablee': '1', 'Accept-Language': prefs.lang, 'Content-Type': 'application/zstd' };
  const sent = { method: 'POST', headers, body: file, credentials: 'same-origin' } as const;
  const answer = await fetch(`${ROOT}/import`, sent).catch(() => {
    throw new Refused(0, 'offline', t('offline'));
  });
  const said: unknown = await answer.json().catch(() => null);
  if (answer.ok && said) return said as Back;
  const no = said as { key?: string; text?: string } | null;
  throw new Refused(answer.status, no?.key ?? 'http', no?.text ?? t('badAnswer', { status: answer.status }));
}

/** The days a server was saved since a campaign began. */
export const savedDays = (campaign: string) =>
  ask<Saved[]>('GET', `/campaigns/${encodeURIComponent(campaign)}/backups`);

/** The campaign as it was then, as a new one beside the present. */
export const takeUp = (campaign: string, day: Saved) =>
  ask<Back>('POST', `/campaigns/${encodeURIComponent(campaign)}/backups/${encodeURIComponent(day.id)}`);
