import type { Theme } from '../lib/game.svelte';

const theme: Theme = {
  accent: ['#7a2e5d', '#dda0c6'],
  picture:
    '<svg viewBox="0 0 64 64"><path d="M32 6v42M22 44h20M32 48v10M28 58h8"/><path d="M32 26C22 25 16 18 16 9c10 0 16 7 16 17zM32 36c10-1 16-8 16-17-10 0-16 7-16 17z"/></svg>',
  outlines: ['M-40 46V-6C-40-32-22-48 0-48S40-32 40-6V46Z', 'M-48 0L-27-44H27L48 0L27 44H-27Z'],
  fields: [
    'M-60 12C-30-6-10-2 10 10S44 22 60 6V60H-60Z',
    'M-60 26C-20 4 20 40 60 14V60H-60Z',
    'M-60-8C-20-30 10-16 60-24V2C20 10-10-4-60 20ZM-60 34C-10 18 20 36 60 22V60H-60Z',
    'M-60-20C-30-36 20-4 60-22V8C20 20-20-8-60 8Z',
  ],
  ornament: "<path d='M0 2.5h56M0 5h40M0 7.5h24' stroke='#000' stroke-width='1.1'/>",
  texture: [
    160,
    80,
    "<g fill='none' stroke='#000' stroke-width='1.2'><path d='M0 20c30-24 60-12 80 0s50 20 80 0M0 36c30-24 60-12 80 0s50 20 80 0M0 52c30-24 60-12 80 0s50 20 80 0M0 68c30-24 60-12 80 0s50 20 80 0'/></g>",
  ],
  corner: '3px',
  type: {
    '--edge-left': '6px',
  },
  about: [
    'Une destinée, un vécu, une caste à gravir. Trois dés que la chance retourne, des lésions cochées une à une, et vingt rangs devant soi.',
    'A destiny, a life so far, a caste to climb. Three dice that luck may turn, wounds ticked box by box, and twenty ranks ahead.',
  ],
};
export default theme;
