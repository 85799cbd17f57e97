import type { Places } from '../places.svelte';

const places: Places = {
  people: 'personnages',
  pools: [
    { labels: ['RES'], at: 'res_perdue', lost: true },
    { labels: ['AUR'], at: 'aur_perdue', lost: true },
    { labels: ['SAN'], at: 'san_perdue', lost: true },
  ],
};
export default places;
