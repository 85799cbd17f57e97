import type { Places } from '../places.svelte';

const places: Places = {
  people: 'personnages',
  pools: [
    { labels: ['Points de Blessure', 'Wounds'], at: 'pb_perdus', lost: true },
    { labels: ['Avantages', 'Advantages'], at: 'avantages' },
    { labels: ['Destin', 'Fate'], at: 'destin_perdu', lost: true },
    { labels: ['Chance', 'Luck'], at: 'chance_perdue', lost: true },
    { labels: ['Résilience', 'Resilience'], at: 'resilience_perdue', lost: true },
    { labels: ['Détermination', 'Determination'], at: 'determination_perdue', lost: true },
    { labels: ['Corruption'], at: 'corruption' },
  ],
};
export default places;
