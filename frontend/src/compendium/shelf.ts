/** Rules and catalogues as one searches them: pure functions, tested. */
import { plain, readable } from '../lib/format';
import type { Article, Rule } from '../lib/types';

interface Kept<T> {
  thing: T;
  title: string;
  text: string;
}

export interface Shelf {
  rules: Kept<Rule>[];
  articles: Kept<Article>[];
  byId: Map<string, Rule>;
  /** The rules that speak of a rule. */
  citing: Map<string, Rule[]>;
}

export function shelf(rules: readonly Rule[], articles: readonly Article[]): Shelf {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const citing = new Map<string, Rule[]>();
  for (const rule of rules) {
    for (const id of new Set([...rule.see, ...cited(rule.text, byId)])) {
      if (id !== rule.id) citing.set(id, [...(citing.get(id) ?? []), rule]);
    }
  }
  return {
    rules: rules.map((rule) => ({
      thing: rule,
      title: plain(`${rule.id} ${rule.title}`),
      text: plain(`${rule.id} ${rule.title} ${rule.text} ${rule.ambiguity} ${JSON.stringify(rule.rows)}`),
    })),
    articles: articles.map((article) => ({
      thing: article,
      title: plain(article.name),
      text: plain(
        [article.name, article.kind, ...article.facts.flatMap((fact) => [fact.label, ...fact.texts])].join(' '),
      ),
    })),
    byId,
    citing,
  };
}

/** What things of each catalogue are called, in the order the catalogues come. */
export function kinds(articles: readonly Article[]): [string, string][] {
  return [...new Map(articles.map((article) => [article.catalogue, article.kind]))];
}

/** Which of so many lines a key leads to from this one; -1 is the search field, null that it leads nowhere. */
export function stepped(key: string, at: number, count: number): number | null {
  if (!count) return null;
  if (key === 'ArrowDown') return Math.min(count - 1, at + 1);
  if (key === 'ArrowUp') return Math.max(-1, at - 1);
  if (at < 0) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return key === 'Escape' ? -1 : null;
}

/** What holds all the words: in its title first, and there whole words, then beginnings of words, then what is inside. */
export function matching<T>(kept: readonly Kept<T>[], words: string): T[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (!wanted.length) return kept.map((each) => each.thing);
  const found = kept.flatMap((each) => {
    const at = placed(each.title, wanted);
    const rank = at < INSIDE + 1 ? at : INSIDE + 1 + placed(each.text, wanted);
    return rank > 2 * INSIDE + 1 ? [] : [{ thing: each.thing, rank }];
  });
  return found.sort((a, b) => a.rank - b.rank).map(({ thing }) => thing);
}

const INSIDE = 2;

/** How well all these words are found: as words (0), as beginnings (1), inside of words (2), or not (3). */
function placed(text: string, wanted: readonly string[]): number {
  return Math.max(...wanted.map((word) => place(text, word)));
}

function place(text: string, word: string): number {
  let best = INSIDE + 1;
  for (let at = text.indexOf(word); at >= 0 && best; at = text.indexOf(word, at + 1)) {
    const begins = !/[\p{L}\d]/u.test(text[at - 1] ?? ' ');
    const ends = !/[\p{L}\d]/u.test(text[at + word.length] ?? ' ');
    best = Math.min(best, begins ? (ends ? 0 : 1) : INSIDE);
  }
  return best;
}

const ID = /\b[A-Z]{2,4}-\d+(?:\.\d+)*[a-z]?\b/g;

function cited(text: string, known: ReadonlyMap<string, unknown>): string[] {
  return [...text.matchAll(ID)].map(([id]) => id).filter((id) => known.has(id));
}

export type Part = { text: string; rule: boolean };

/** A text with the rules it names set apart. */
export function parts(text: string, known: ReadonlyMap<string, unknown>): Part[] {
  const found: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(ID)) {
    if (!known.has(match[0])) continue;
    if (match.index > from) found.push({ text: text.slice(from, match.index), rule: false });
    found.push({ text: match[0], rule: true });
    from = match.index + match[0].length;
  }
  if (from < text.length) found.push({ text: text.slice(from), rule: false });
  return found;
}

/** A cell of a rule's table as one reads it. */
export function told(value: unknown, words: { yes: string; no: string }): string {
  if (value === true) return words.yes;
  if (value === false) return words.no;
  if (value === null || value === undefined || value === '') return '—';
  if (Array.isArray(value)) return value.map((each) => told(each, words)).join(', ') || '—';
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([key, each]) => `${readable(key)} ${told(each, words)}`)
      .join(' · ');
  }
  return typeof value === 'string' ? readable(value) : String(value);
}

/** The columns of a rule's table, in the order they first come. */
export function columns(rows: readonly Record<string, unknown>[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}
