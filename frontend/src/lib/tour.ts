/** The tour of the first visit: taken or left once on each device, by role. */
import { remember, remembered } from './prefs.svelte';
import type { Role } from './types';

const KEY = 'tablee.tour';

export const taken = (role: Role): boolean => remembered<string[]>(KEY, []).includes(role);

export function take(role: Role): void {
  remember(KEY, [...new Set([...remembered<string[]>(KEY, []), role])]);
}

export const forget = (): void => remember(KEY, undefined);
