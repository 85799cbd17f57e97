import type { Theme } from '../lib/game.svelte';

const theme: Theme = {
  accent: ['#2c6146', '#8fcba6'],
  picture:
    '<svg viewBox="0 0 64 64"><circle cx="32" cy="32" r="25"/><path d="M9 40c8-2 12-12 20-13 9-1 12 9 26 2"/><circle cx="42" cy="19" r="4"/><path d="M18 51l5-9 5 5 5-10 6 8 4-4 4 8"/></svg>',
  about: [
    "Cinq éléments, deux dés dont seul l'écart compte, le Qì que l'on amasse. Le plus lent annonce le premier ; le plus vif frappe d'abord.",
    'Five elements, two dice of which only the gap counts, the Qì one gathers. The slowest declares first; the quickest strikes first.',
  ],
};
export default theme;
