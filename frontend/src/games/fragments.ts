import type { Theme } from '../lib/game.svelte';

const theme: Theme = {
  accent: ['#4a4390', '#b3aef0'],
  picture:
    '<svg viewBox="0 0 64 64"><path d="M30 5 12 24l8 9zM34 7l16 15-14 8zM17 37l6 20 8-18zM36 35l-1 24 17-27zM24 33l8-4 4 3-4 5z"/></svg>',
  outlines: ['M0-49L43-24.5V24.5L0 49L-43 24.5V-24.5Z', 'M-40-36L8-47L45-18L37 37L-10 46L-45 20Z'],
  fields: [
    'M4 6L0-60L52-30ZM4 6L52 30L0 60ZM4 6L-52 30V-30Z',
    'M-6-4L52-30V30ZM-6-4L0 60L-52 30ZM-6-4L-52-30L0-60Z',
    'M6-6L52-30V30ZM6-6L-52 30V-30Z',
    'M-4 8L0-60L52-30ZM-4 8L0 60L-52 30Z',
  ],
  ornament: "<path d='M0 5l8-5 4 5-4 5zM15 5l5-4 2 4-2 4zM25 5l3-3 1 3-1 3zM32 4.5h24v1H32z' fill='#000'/>",
  texture: [
    96,
    64,
    "<path d='M0 0L40 22L28 64M40 22L96 8M40 22L70 64M70 64L96 34M0 40L40 22' fill='none' stroke='#000' stroke-width='1.2'/><path d='M40 22L96 8L70 40z' fill='#000' opacity='.35'/>",
  ],
  corner: '0px',
  type: {
    '--round-font': '700 0.8125rem/1.2 var(--sans)',
    '--round-spacing': '0.14em',
    '--round-case': 'uppercase',
    '--cut': '14px',
    '--bar-round': '0',
  },
  about: [
    "Des classes, des techniques et une carte à hexagones où chaque case compte. Ce qui est brisé peut être repris, un fragment après l'autre.",
    'Classes, techniques and a hex map where every cell counts. What was broken can be taken back, one fragment at a time.',
  ],
};
export default theme;
