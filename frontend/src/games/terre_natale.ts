import type { Theme } from '../lib/game.svelte';

const theme: Theme = {
  accent: ['#7a2e5d', '#dda0c6'],
  picture:
    '<svg viewBox="0 0 64 64"><path d="M32 6v42M22 44h20M32 48v10M28 58h8"/><path d="M32 26C22 25 16 18 16 9c10 0 16 7 16 17zM32 36c10-1 16-8 16-17-10 0-16 7-16 17z"/></svg>',
  about: [
    'Une destinée, un vécu, une caste à gravir. Trois dés que la chance retourne, des lésions cochées une à une, et vingt rangs devant soi.',
    'A destiny, a life so far, a caste to climb. Three dice that luck may turn, wounds ticked box by box, and twenty ranks ahead.',
  ],
};
export default theme;
