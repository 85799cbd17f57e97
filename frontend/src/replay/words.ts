import { phrases } from '../lib/words';

export const t = phrases({
  replay: ['Rejouer', 'Replay'],
  encounter: ['Rencontre', 'Encounter'],
  others: ['Autres rencontres', 'Other encounters'],
  since: ['entrée {n}, {steps} {steps|pas|pas}', 'entry {n}, {steps} {steps|step|steps}'],
  first: ['Au début', 'To the start'],
  back: ['Un pas en arrière', 'One step back'],
  on: ['Un pas en avant', 'One step on'],
  last: ['À la fin', 'To the end'],
  play: ['Dérouler', 'Play'],
  stop: ['Arrêter', 'Stop'],
  step: ['Pas {n} sur {of}', 'Step {n} of {of}'],
  round: ['Round {n}', 'Round {n}'],
  turnOf: ['À {names}', "{names}'s turn"],
  help: ['Flèches gauche et droite, Début, Fin ; Espace déroule.', 'Left and right arrows, Home, End; Space plays.'],
  nothing: ['Cette rencontre n’a aucun pas à montrer.', 'This encounter has no step to show.'],
  steps: ['Pas', 'Steps'],
  silent: ['(sans un mot)', '(without a word)'],
  backTable: ['Retour à la table', 'Back to the table'],
  map: ['Carte à ce moment', 'Map at this moment'],
  people: ['Présents à ce moment', 'Present at this moment'],
});
