import type { Theme } from '../lib/game.svelte';

const theme: Theme = {
  accent: ['#4a4390', '#b3aef0'],
  picture:
    '<svg viewBox="0 0 64 64"><path d="M30 5 12 24l8 9zM34 7l16 15-14 8zM17 37l6 20 8-18zM36 35l-1 24 17-27zM24 33l8-4 4 3-4 5z"/></svg>',
  about: [
    "Des classes, des techniques et une carte à hexagones où chaque case compte. Ce qui est brisé peut être repris, un fragment après l'autre.",
    'Classes, techniques and a hex map where every cell counts. What was broken can be taken back, one fragment at a time.',
  ],
};
export default theme;
