import { phrases } from '../lib/words';

export const t = phrases({
  screen: ['Écran de table', 'Table screen'],
  journal: ['Journal', 'Log'],
  order: ['Présents', 'Present'],
  map: ['Carte', 'Map'],
  turnOf: ['À {names}', "{names}'s turn"],
  waitingFor: ['On attend {names}', 'Waiting for {names}'],
  paused: ['Le maître du jeu prépare la suite', 'The game master is preparing what comes next'],
  noEncounter: ['Pas de rencontre en cours', 'No encounter under way'],
  turn: ['à son tour', 'to act'],
  acted: ['a joué', 'has acted'],
  down: ['hors de combat', 'out of action'],
  lost: ['Reconnexion…', 'Reconnecting…'],
  quiet: ["Rien ne s'est encore dit.", 'Nothing has been said yet.'],
});
