/** What the server is asked about the table's own book. */
import { ask } from '../../lib/server';
import type { OwnForm, SeenOwn } from '../../lib/types';

const id = encodeURIComponent;
const at = (campaign: string, rest = '') => `/campaigns/${id(campaign)}/own${rest}`;

export const api = {
  forms: (game: string) => ask<OwnForm[]>('GET', `/games/${id(game)}/own`),
  begun: (game: string, kind: string, entry: string) =>
    ask<{ entry: Record<string, unknown> }>('GET', `/games/${id(game)}/own/${id(kind)}/${id(entry)}`),
  own: (campaign: string) => ask<SeenOwn>('GET', at(campaign)),
  check: (campaign: string, entries: object) =>
    ask<{ at: string; why: string }>('POST', at(campaign, '/check'), { entries }),
  read: (campaign: string, text: string) => ask<{ entries: object }>('POST', at(campaign, '/read'), { text }),
};
