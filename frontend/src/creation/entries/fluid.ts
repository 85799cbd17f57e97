import type { Columns } from '../columns.svelte';

const NAME = ['Nom', 'Name'] as const;
const VALUE = ['Valeur', 'Value'] as const;
const FAMILY = {
  key: 'famille',
  kind: 'choice',
  label: ['Famille', 'Family'],
  keys: [
    ['', ['—', '—']],
    ['metier', ['compétence ou profession', 'skill or trade']],
    ['passion', ['passion', 'passion']],
    ['caractere', ['trait de caractère', 'character']],
    ['relation', ['relation ou histoire personnelle', 'relation or personal history']],
    ['mystere', ['abstrait ou mystérieux', 'abstract or mysterious']],
    ['manoeuvre', ["manœuvre d'attaque", 'attack manoeuvre']],
    ['objet', ['objet ou compagnon', 'thing or companion']],
    ['magie', ['domaine de magie', 'field of magic']],
  ],
} as const;

const columns: Columns = {
  traits: [
    { key: 'nom', kind: 'text', label: NAME },
    { key: 'valeur', kind: 'number', label: VALUE },
    FAMILY,
    {
      key: 'botte',
      kind: 'choice',
      label: ['Botte secrète', 'Secret thrust'],
      keys: [
        ['', ['—', '—']],
        ['aveugler', ["aveugle d'un filet de sang", 'blinds with a trickle of blood']],
        ['engourdir', ["engourdit la main, l'arme tombe", 'numbs the hand, the weapon falls']],
        ['estropier', ['estropie un pied', 'lames a foot']],
      ],
    },
  ],
  negatifs: [{ key: 'nom', kind: 'text', label: NAME }, { key: 'valeur', kind: 'number', label: VALUE }, FAMILY],
};
export default columns;
