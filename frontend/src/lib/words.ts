/** What the page says itself, French and English side by side; the server's own sentences come in the right language. */
import { typeset } from './format';
import { prefs } from './prefs.svelte';

export type Pair = readonly [fr: string, en: string];
export type Facts = Record<string, string | number>;

/** A set of phrases as a function: `t('turn', { name })`. Read in a template, it follows the language. */
export function phrases<K extends string>(pairs: Record<K, Pair>): (key: K, facts?: Facts) => string {
  return (key, facts) => filled(typeset(pairs[key][prefs.lang === 'en' ? 1 : 0]), facts);
}

/** The text with its {names} replaced. « {n|chose|choses} » chooses by number. */
export function filled(text: string, facts: Facts = {}): string {
  return text
    .replace(/\{(\w+)\|([^|}]*)\|([^|}]*)\}/g, (_, key: string, one: string, many: string) =>
      Math.abs(Number(facts[key])) < 2 ? one : many,
    )
    .replace(/\{(\w+)\}/g, (whole, key: string) => String(facts[key] ?? whole));
}

/** The words that several pages share. A page keeps its own in a `words.ts` beside it. */
export const t = phrases({
  tablee: ['Tablée', 'Tablée'],
  home: ['Accueil', 'Home'],
  back: ['Retour', 'Back'],
  close: ['Fermer', 'Close'],
  cancel: ['Abandonner', 'Cancel'],
  send: ['Envoyer', 'Send'],
  search: ['Chercher', 'Search'],
  more: ['Plus', 'More'],
  loading: ['Un instant…', 'One moment…'],
  nothing: ['Rien ici pour le moment.', 'Nothing here for now.'],
  again: ['Réessayer', 'Try again'],
  gm: ['maître du jeu', 'game master'],
  player: ['joueur', 'player'],
  spectator: ['spectateur', 'spectator'],
  you: ['vous', 'you'],
  yes: ['oui', 'yes'],
  no: ['non', 'no'],
  rule: ['Règle', 'Rule'],
  openRules: ['Ouvrir dans le recueil', 'Open in the compendium'],
  unclear: ['Le livre hésite', 'The book is unclear'],
  total: ['Total', 'Total'],
  sumOf: ['{label} : {total}. Voir le calcul', '{label}: {total}. Show the sum'],
  sum: ['{total}. Voir le calcul', '{total}. Show the sum'],
  chance: ['{p} de réussite. Voir toutes les issues', '{p} chance of success. Show every outcome'],
  falls: ['dont {p} de mettre hors de combat', 'of which {p} to take out of the fight'],
  average: ['en moyenne {n}. Voir toutes les issues', '{n} on average. Show every outcome'],
  mean: ['moyenne', 'mean'],
  exact: ['exact', 'exact'],
  drawn: ['estimé par tirages', 'estimated by draws'],
  lost: ['négligé : {p}', 'left out: {p}'],
  noOdds: ['Pas de chances à donner ici.', 'There are no odds to give here.'],
  success: ['Réussite', 'Success'],
  failure: ['Échec', 'Failure'],
  offline: ['Le serveur ne répond pas.', 'The server does not answer.'],
  badAnswer: [
    "Le serveur a répondu d'une façon inattendue ({status}).",
    'The server gave an unexpected answer ({status}).',
  ],
  copied: ['Copié.', 'Copied.'],
  copy: ['Copier', 'Copy'],
  link: ["Lien d'invitation", 'Invitation link'],
  notCopied: ['La copie a été refusée par le navigateur.', 'The browser refused to copy.'],
  language: ['Langue', 'Language'],
  theme: ['Apparence', 'Appearance'],
  themeAuto: ['automatique', 'automatic'],
  themeLight: ['claire', 'light'],
  themeDark: ['sombre', 'dark'],
  notFound: ['Rien ne se trouve à cette adresse.', 'There is nothing at this address.'],
  hand: ['dés réels', 'real dice'],
  high: ['La plus haute face', 'The highest face'],
  low: ['La plus basse face', 'The lowest face'],
  rollOf: ['{n} {n|dé|dés} à {sides} faces{why} :', '{n} {n|die|dice} of {sides} sides{why}:'],
});
