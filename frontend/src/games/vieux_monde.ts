import type { Theme } from '../lib/game.svelte';

const theme: Theme = {
  accent: ['#8a2f24', '#e89a84'],
  picture:
    '<svg viewBox="0 0 64 64"><path d="M32 4v6M24 16h16l4 8v22l-4 6H24l-4-6V24zM26 10h12l2 6H24zM20 24h24M20 46h24M27 52v6h10v-6"/><path d="M32 29c5 5 5 8 3 11-1 2-5 2-6 0-2-3 1-4 1-7 1 1 2 2 2 4 1-2 1-5 0-8z"/></svg>',
  about: [
    "Un vieil empire de boue et de lanternes. Des pourcentages secs, des degrés de réussite, des blessures qu'on garde, et le Destin qu'on dépense à contrecœur.",
    'An old empire of mud and lanterns. Dry percentages, degrees of success, wounds that stay, and Fate spent with reluctance.',
  ],
};
export default theme;
