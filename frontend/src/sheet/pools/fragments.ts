import type { Places } from '../places.svelte';

const places: Places = {
  people: 'unites',
  pools: [
    { labels: ['Points de Vie', 'Life points'], at: 'perdus', lost: true },
    { labels: ['Enveloppe palliative', 'Palliative envelope'], at: 'ep' },
    { labels: ['Jetons de technique', 'Technique tokens'], at: 'jt' },
    { labels: ['Impulsion divine', 'Divine impulse'], at: 'charges' },
  ],
};
export default places;
