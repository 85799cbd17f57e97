import type { Theme } from '../lib/game.svelte';

const theme: Theme = {
  accent: ['#1c5d6b', '#7cc4d1'],
  picture:
    '<svg viewBox="0 0 64 64"><path d="M6 40c7-6 12-6 18 0s12 6 18 0 11-6 16-1M6 48c7-6 12-6 18 0s12 6 18 0 11-6 16-1M6 56c7-6 12-6 18 0s12 6 18 0 11-6 16-1"/><path d="m48 6-25 25M23 31l-4 4M17 25l8 8M48 6l2 6M48 6l-6 2M31 23l10-10"/></svg>',
  outlines: [
    'M-44 0C-44-26-26-46 0-46H36Q46-46 46-36V0C46 26 26 46 0 46S-44 26-44 0Z',
    'M-44-44H34Q44-44 44-34V34Q44 44 34 44H-6Q-44 44-44 4Z',
  ],
  fields: [
    'M-60 22Q-45 8-30 22T0 22T30 22T60 22V60H-60Z',
    'M-60 6Q-45-8-30 6T0 6T30 6T60 6V60H-60Z',
    'M-60-14Q-45-28-30-14T0-14T30-14T60-14V14Q45 28 30 14T0 14T-30 14T-60 14Z',
    'M-60-8Q-30-36 0-8T60-8V60H-60Z',
  ],
  ornament: "<path d='M0 5q3.5-5 7 0t7 0t7 0t7 0t7 0t7 0t7 0t7 0' fill='none' stroke='#000' stroke-width='1.3'/>",
  texture: [80, 24, "<path d='M0 12q10-12 20 0t20 0t20 0t20 0' fill='none' stroke='#000' stroke-width='1.5'/>"],
  corner: '12px',
  type: {
    '--title-weight': '450',
    '--pip-round': '50%',
  },
  about: [
    "Cape, lame et sang-froid. On annonce ensemble, on puise dans ses forces jusqu'à l'épuisement, et un dé de trop change tout.",
    'Cloak, blade and nerve. Everyone announces together, spends strength to the last drop, and one die too many changes everything.',
  ],
};
export default theme;
