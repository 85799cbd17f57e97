import type { Theme } from '../lib/game.svelte';

const theme: Theme = {
  accent: ['#2c6146', '#8fcba6'],
  picture:
    '<svg viewBox="0 0 64 64"><circle cx="32" cy="32" r="25"/><path d="M9 40c8-2 12-12 20-13 9-1 12 9 26 2"/><circle cx="42" cy="19" r="4"/><path d="M18 51l5-9 5 5 5-10 6 8 4-4 4 8"/></svg>',
  about: [
    "Cinq éléments, deux dés qui se retiennent ou se libèrent, le Qì que l'on amasse. Chacun choisit en secret, puis tout se résout dans l'ordre.",
    'Five elements, two dice that hold back or let go, the Qì one gathers. Everyone chooses in secret, then all resolves in order.',
  ],
};
export default theme;
