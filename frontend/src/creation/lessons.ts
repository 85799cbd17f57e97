/** What the server tells of a step of a draft; asked for by this page alone, and not loaded before. */
import { ask } from '../lib/server';
import type { Lesson } from '../lib/types';

const at = (campaign: string, draft: string, step: string) =>
  `/campaigns/${encodeURIComponent(campaign)}/drafts/${encodeURIComponent(draft)}/steps/${encodeURIComponent(step)}`;

export const lessonOf = (campaign: string, draft: string, step: string) =>
  ask<Lesson>('GET', at(campaign, draft, step));

/** The fields of a step as they might be filled in. */
export const suggestionOf = (campaign: string, draft: string, step: string, seed: number) =>
  ask<Record<string, unknown>>('GET', `${at(campaign, draft, step)}/suggestion?seed=${seed}`);
