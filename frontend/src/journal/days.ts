/** Days and hours of the journal, in the reader's language. */
import { prefs } from '../lib/prefs.svelte';

const LONG = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;

/** « 2026-11-14 » as « samedi 14 novembre 2026 ». */
export function named(day: string): string {
  return new Intl.DateTimeFormat(prefs.lang, LONG).format(new Date(`${day}T12:00:00Z`));
}

/** « 20:05 – 23:40 ». */
export function hours(began: number, ended: number): string {
  const format = new Intl.DateTimeFormat(prefs.lang, { hour: '2-digit', minute: '2-digit' });
  const [from, to] = [began, ended].map((at) => format.format(new Date(at * 1000)));
  return from === to ? `${from}` : `${from} – ${to}`;
}
