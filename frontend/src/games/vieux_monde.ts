import type { Theme } from '../lib/game.svelte';

const theme: Theme = {
  accent: ['#8a2f24', '#e89a84'],
  picture:
    '<svg viewBox="0 0 64 64"><path d="M32 4v6M24 16h16l4 8v22l-4 6H24l-4-6V24zM26 10h12l2 6H24zM20 24h24M20 46h24M27 52v6h10v-6"/><path d="M32 29c5 5 5 8 3 11-1 2-5 2-6 0-2-3 1-4 1-7 1 1 2 2 2 4 1-2 1-5 0-8z"/></svg>',
  outlines: ['M-40-44H40V-6C40 20 22 38 0 48C-22 38-40 20-40-6Z', 'M-38-44H38V46L0 28L-38 46Z'],
  fields: [
    'M0-60H60V60H0Z',
    'M-60-60L60 60V-60Z',
    'M-60 60L0-8L60 60Z',
    'M-60-60H60V-16H-60Z',
    'M-60-14L0 24L60-14V14L0 52L-60 14Z',
  ],
  ornament:
    "<path d='M0 5h20M36 5h20' stroke='#000' stroke-width='1'/><path d='M28 0l5 5-5 5-5-5zM28 3.2l1.8 1.8-1.8 1.8-1.8-1.8z' fill='#000' fill-rule='evenodd'/>",
  texture: [
    14,
    14,
    "<path d='M-2 16L16-2M-9 9L9-9M5 23L23 5' stroke='#000' stroke-width='1.4'/><path d='M-2 9L9-2M5 16L16 5' stroke='#000' stroke-width='.5'/>",
  ],
  corner: '0px',
  type: {
    '--old-figures': 'normal',
    '--line-under': '3px double',
    '--frame': '3px double',
    '--bar-round': '0',
  },
  about: [
    "Un vieil empire de boue et de lanternes. Des pourcentages secs, des degrés de réussite, des blessures qu'on garde, et le Destin qu'on dépense à contrecœur.",
    'An old empire of mud and lanterns. Dry percentages, degrees of success, wounds that stay, and Fate spent with reluctance.',
  ],
};
export default theme;
