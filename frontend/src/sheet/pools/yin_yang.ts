import type { Places } from '../places.svelte';

const limb = (at: string, ...labels: string[]) => ({ labels, at, table: 'blessures', lost: true });

const places: Places = {
  people: 'personnages',
  pools: [
    { labels: ['Points de vide', 'Void points'], at: 'vide_perdu', lost: true },
    { labels: ['Fatigue'], at: 'fatigue', lost: true },
    limb('tete', 'Tête', 'Head'),
    limb('bras_gauche', 'Bras gauche', 'Left arm'),
    limb('bras_droit', 'Bras droit', 'Right arm'),
    limb('jambe_gauche', 'Jambe gauche', 'Left leg'),
    limb('jambe_droite', 'Jambe droite', 'Right leg'),
    limb('torse', 'Torse', 'Torso'),
  ],
};
export default places;
