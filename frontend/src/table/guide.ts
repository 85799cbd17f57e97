/** What help and the tour say: read once, and loaded then. */
import { phrases } from '../lib/words';

export const t = phrases({
  help: ['Aide', 'Help'],
  helpKeys: ['Touches', 'Keys'],
  helpWhat: ['Comment lire la table', 'How to read the table'],
  keyEsc: ['Échap', 'Escape'],
  keyShift: ['Maj + clic', 'Shift + click'],
  keyArrows: ['Flèches', 'Arrows'],
  keyAnswer: ['répondre à la question posée', 'answer the question asked'],
  keyFold: ['replier la question à une ligne', 'fold the question to a line'],
  keyFavourite: [
    'jouer une action favorite, quand rien n’est demandé',
    'play a favourite action, when nothing is asked',
  ],
  keyOptions: ['ouvrir les options d’une action', 'open the options of an action'],
  keyActions: ['aller aux actions', 'go to the actions'],
  keySay: ['parler', 'speak'],
  keyUndo: ['reprendre le dernier coup', 'undo'],
  keyFaces: ['d’un visage à l’autre', 'from face to face'],
  keyHelp: ['cette aide', 'this help'],
  helpDock: [
    'Ce qu’on vous demande reste en bas de chaque page, avec le dernier résultat au-dessus.',
    'What is asked of you stays at the bottom of every page, with the last result above it.',
  ],
  helpOdds: [
    'Le pourcentage d’un bouton est sa chance ; touchez-le pour voir tout ce qui peut arriver.',
    'The percentage of a button is its chance; tap it to see all that may happen.',
  ],
  helpSums: [
    'Un nombre souligné s’ouvre : d’où il vient, avec la règle.',
    'An underlined number opens: where it comes from, with the rule.',
  ],
  helpAsk: [
    'Ce qui est à tous (le temps, les repos) se demande au maître du jeu, qui l’accorde d’un bouton.',
    'What is everybody’s (time, rests) is asked of the game master, who grants it with one button.',
  ],
  helpUndo: ['Tout se reprend ; rien n’est perdu.', 'Everything can be taken back; nothing is lost.'],
  tour: ['Visite', 'Tour'],
  tourAgain: ['Refaire la visite', 'Take the tour again'],
  tourSkip: ['Passer', 'Skip'],
  tourBack: ['Avant', 'Back'],
  tourNext: ['Suite', 'Next'],
  tourEnd: ['Jouer', 'Play'],
  tourTop: [
    'En haut : à qui le tour, l’ordre, reprendre le dernier coup.',
    'Above: whose turn it is, the order, and undo.',
  ],
  tourLog: [
    'Le journal dit ce qui s’est passé ; chaque nombre s’ouvre.',
    'The log tells what has happened; every number opens.',
  ],
  tourActions: [
    'Ce que vous pouvez faire, par intention : d’abord à qui, puis comment. Un clic joue.',
    'What you may do, by intent: first to whom, then how. A click plays.',
  ],
  tourMasterActions: [
    'Vous jouez qui n’est à personne : choisissez qui agit, puis ce qu’il veut.',
    'You play whoever is nobody’s: choose who acts, then what he wants.',
  ],
  tourDock: [
    'Quand on vous demande quelque chose, c’est ici, sur chaque page. Les touches 1 à 9 répondent.',
    'When something is asked of you it is here, on every page. Keys 1 to 9 answer.',
  ],
  tourMasterDock: [
    'Ce que les joueurs vous demandent (le temps, les repos) s’accorde ici, d’un bouton.',
    'What players ask you for (time, rests) is granted here, with one button.',
  ],
  tourMaster: [
    'Votre page : rencontres, invitations, tests, décisions, options.',
    'Your page: encounters, invitations, tests, rulings, options.',
  ],
  tourSay: ['Parlez ici, ou lancez : /r 2d6+3.', 'Speak here, or roll: /r 2d6+3.'],
});
