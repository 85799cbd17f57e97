/** Figures as one reads them. */
import { prefs } from './prefs.svelte';

const MINUS = '−';
const SPACE = '\u00a0'; // no line breaks there; the narrow one is in few fonts

/** A format takes longer to make than a card to draw: each is made once for each language. */
function kept<K, T>(make: (lang: string, kind: K) => T): (kind: K) => T {
  const made = new Map<string, T>();
  return (kind) => {
    const key = `${prefs.lang} ${kind}`;
    const found = made.get(key) ?? make(prefs.lang, kind);
    made.set(key, found);
    return found;
  };
}

const HOUR = { hour: '2-digit', minute: '2-digit' } as const;
const DATES = {
  today: HOUR,
  before: { day: 'numeric', month: 'short', ...HOUR },
  long: { dateStyle: 'long' },
} as const;
const dates = kept((lang, kind: keyof typeof DATES) => new Intl.DateTimeFormat(lang, DATES[kind]));
const numbers = kept((lang, digits: number) => new Intl.NumberFormat(lang, { maximumFractionDigits: digits }));
const percents = kept(
  (lang, digits: number) => new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: digits }),
);

/** 0.6437 as « 64 % »; never 0 % or 100 % for what is only nearly so. */
export function percent(p: number): string {
  const space = prefs.lang === 'fr' ? SPACE : '';
  if (p <= 0) return `0${space}%`;
  if (p >= 1) return `100${space}%`;
  if (p < 0.005) return `< 1${space}%`;
  if (p > 0.995) return `> 99${space}%`;
  return `${Math.round(p * 100)}${space}%`;
}

/** 0.6437 as « 64,4 % », for who wants to know. */
export function precise(p: number): string {
  const digits = p > 0 && p < 0.001 ? 5 : 1;
  return percents(digits).format(p);
}

export function number(n: number, digits = 2): string {
  return numbers(digits).format(n).replace('-', MINUS);
}

/** With its sign: « +3 », « −1 ». */
export function signed(n: number): string {
  return n < 0 ? number(n) : `+${number(n)}`;
}

/** The time of day, and the date if it was not today. */
export function moment(seconds: number, now = Date.now()): string {
  const at = new Date(seconds * 1000);
  const today = new Date(now).toDateString() === at.toDateString();
  return dates(today ? 'today' : 'before').format(at);
}

export function date(seconds: number): string {
  return dates('long').format(new Date(seconds * 1000));
}

/** An id as a reader would write it, where the server has no better word: « pv_rendus » as « pv rendus ». */
export function readable(id: unknown): string {
  return String(id).replaceAll('_', ' ');
}

/** A text as it is written, set as the server sets its own: « l’un », no line that begins with a colon. */
export function typeset(text: string): string {
  return text.replace(/ (?=[:;!?»%])|(?<=«) /g, SPACE).replace(/(?<=[\p{L}}])'/gu, '’');
}

/** Blind to accents, capitals and how a text is set, as every search of ours. */
export function plain(text: string): string {
  const bare = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return bare.replaceAll('œ', 'oe').replaceAll('æ', 'ae').replaceAll('’', "'");
}

/** Whether a text holds all these words. */
export function holds(text: string, words: string): boolean {
  const inside = plain(text);
  return plain(words)
    .split(/\s+/)
    .every((word) => inside.includes(word));
}
