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

/** What holds all the words; what has them in its title comes first. */
export function matching<T>(kept: readonly Kept<T>[], words: string): T[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (!wanted.length) return kept.map((each) => each.thing);
  const titled: T[] = [];
  const rest: T[] = [];
  for (const each of kept) {
    if (wanted.every((word) => each.title.includes(word))) titled.push(each.thing);
    else if (wanted.every((word) => each.text.includes(word))) rest.push(each.thing);
  }
  return [...titled, ...rest];
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
