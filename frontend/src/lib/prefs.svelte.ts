/** What this device prefers, kept on it. */
import type { Lang } from './types';

export type Theme = 'auto' | 'light' | 'dark';

export interface Prefs {
  lang: Lang;
  theme: Theme;
  sound: boolean;
  vibrate: boolean;
  /** A notification of the device, where it allows them. */
  notify: boolean;
  /** A plain click opens the options, and Shift does it at once. */
  optionsFirst: boolean;
  /** Dice that settle in their card. They never delay a result. */
  rollingDice: boolean;
  /** The dice and sums of every card stand open. */
  sums: boolean;
  /** The rules of what is told stand beside it. */
  ruleIds: boolean;
  /** What is worth a pause is shown as such, once. */
  moments: boolean;
  /** Sections of sheets that were folded or opened by hand, by their titles. */
  folded: Record<string, boolean>;
}

const KEY = 'tablee.prefs';
const DEFAULTS: Prefs = {
  lang: 'fr',
  theme: 'auto',
  sound: true,
  vibrate: true,
  notify: false,
  optionsFirst: false,
  rollingDice: true,
  sums: false,
  ruleIds: false,
  moments: true,
  folded: {},
};

export function remembered<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text ? (JSON.parse(text) as T) : otherwise;
  } catch {
    return otherwise; // no storage, or somebody wrote in it
  }
}

export function remember(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // a full or forbidden storage costs comfort, not play
  }
}

export const prefs: Prefs = $state({ ...DEFAULTS, ...remembered<Partial<Prefs>>(KEY, {}) });

export function prefer(change: Partial<Prefs>): void {
  Object.assign(prefs, change);
  remember(KEY, { ...prefs });
  dress();
}

/** Put the theme and the language on the document. */
export function dress(): void {
  if (typeof document === 'undefined') return;
  const root = document.documentElement;
  root.lang = prefs.lang;
  if (prefs.theme === 'auto') delete root.dataset.theme;
  else root.dataset.theme = prefs.theme;
}
