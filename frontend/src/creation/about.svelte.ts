/** What the game's catalogues say of the things one can choose, asked once for each game and language. */
import { ofGame } from '../lib/game.svelte';
import { api } from '../lib/server';
import type { Article } from '../lib/types';
import { t } from './words';

type Known = ReadonlyMap<string, readonly Article[]>;

const known = ofGame(async (game) => byId(await api.catalogue(game)));

/** What is said of a thing, by its id and the label it is offered under; nothing until the catalogues are there. */
export function aboutIn(game: string): (id: string, label: string) => string[] {
  const articles = known(game);
  return (id, label) => (articles ? about(articles, id, label) : []);
}

export function byId(articles: readonly Article[]): Known {
  const found = new Map<string, Article[]>();
  for (const article of articles) found.set(article.id, [...(found.get(article.id) ?? []), article]);
  return found;
}

/** The facts of the thing that has this id and this name: sentences as they are, the others behind their label. */
export function about(articles: Known, id: string, label: string): string[] {
  const article = id ? articles.get(id)?.find((each) => label.startsWith(each.name)) : undefined;
  return (article?.facts ?? []).flatMap(({ label, texts }) =>
    texts.every((text) => /[.!?…]$/.test(text))
      ? texts
      : texts.map((text, i) => (i ? text : t('labelled', { label, text }))),
  );
}
