import { phrases } from '../lib/words';

export const t = phrases({
  screen: ['Écran de table', 'Table screen'],
  journal: ['Journal', 'Log'],
  order: ['Présents', 'Present'],
  map: ['Carte', 'Map'],
  round: ['Round {n}', 'Round {n}'],
  turnOf: ['À {names}', "{names}'s turn"],
  waitingFor: ['En attente de {names}', 'Waiting for {names}'],
  noEncounter: ['Pas de rencontre en cours', 'No encounter under way'],
  turn: ['à son tour', 'to act'],
  down: ['hors de combat', 'out of action'],
  lost: ['Reconnexion…', 'Reconnecting…'],
  secrets: ['Cet écran montrerait vos secrets', 'This screen would show your secrets'],
  secretsHelp: [
    'Vous êtes maître du jeu : ce que vous voyez n’est pas pour tous. L’écran a besoin d’un spectateur, dont il prend les yeux.',
    'You are the game master: what you see is not for everybody. The screen needs a spectator, whose eyes it borrows.',
  ],
  makeSpectator: ['Ajouter un spectateur « {name} » et ouvrir', 'Add a spectator “{name}” and open'],
  spectatorName: ['Écran', 'Screen'],
  quiet: ['Rien ne s’est encore dit.', 'Nothing has been said yet.'],
});
