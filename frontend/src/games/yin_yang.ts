import type { Theme } from '../lib/game.svelte';

const theme: Theme = {
  accent: ['#2c6146', '#8fcba6'],
  picture:
    '<svg viewBox="0 0 64 64"><circle cx="32" cy="32" r="25"/><path d="M9 40c8-2 12-12 20-13 9-1 12 9 26 2"/><circle cx="42" cy="19" r="4"/><path d="M18 51l5-9 5 5 5-10 6 8 4-4 4 8"/></svg>',
  outlines: [
    'M46 0A46 46 0 1 1-46 0A46 46 0 1 1 46 0Z',
    'M-42-32Q-42-42-32-42H32Q42-42 42-32V32Q42 42 32 42H-32Q-42 42-42 32Z',
  ],
  fields: [
    'M0-60A60 60 0 0 1 0 60A30 30 0 0 1 0 0A30 30 0 0 0 0-60Z',
    'M60 0A60 60 0 0 1-60 0A30 30 0 0 1 0 0A30 30 0 0 0 60 0Z',
    'M42-42A60 60 0 0 1-42 42A30 30 0 0 1 0 0A30 30 0 0 0 42-42Z',
    'M-42-42A60 60 0 0 1 42 42A30 30 0 0 1 0 0A30 30 0 0 0-42-42Z',
  ],
  ornament: "<path d='M1 6.5C10 3 20 2.5 30 3.6S48 5.8 55 3.2C49 7.6 40 8 30 6.8S10 6 1 6.5z' fill='#000'/>",
  texture: [
    120,
    80,
    "<path d='M60 12a28 28 0 1 1-22 12' fill='none' stroke='#000' stroke-width='5' stroke-linecap='round' opacity='.6'/>",
  ],
  corner: '14px',
  type: {
    '--pip-round': '50%',
  },
  about: [
    "Cinq éléments, deux dés dont seul l'écart compte, le Qì que l'on amasse. Le plus lent annonce le premier ; le plus vif frappe d'abord.",
    'Five elements, two dice of which only the gap counts, the Qì one gathers. The slowest declares first; the quickest strikes first.',
  ],
};
export default theme;
