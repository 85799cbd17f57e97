import type { Theme } from '../lib/game.svelte';

const theme: Theme = {
  accent: ['#1c5d6b', '#7cc4d1'],
  picture:
    '<svg viewBox="0 0 64 64"><path d="M6 40c7-6 12-6 18 0s12 6 18 0 11-6 16-1M6 48c7-6 12-6 18 0s12 6 18 0 11-6 16-1M6 56c7-6 12-6 18 0s12 6 18 0 11-6 16-1"/><path d="m48 6-25 25M23 31l-4 4M17 25l8 8M48 6l2 6M48 6l-6 2M31 23l10-10"/></svg>',
  about: [
    "Cape, lame et sang-froid. On annonce ensemble, on puise dans ses forces jusqu'à l'épuisement, et un dé de trop change tout.",
    'Cloak, blade and nerve. Everyone announces together, spends strength to the last drop, and one die too many changes everything.',
  ],
};
export default theme;
