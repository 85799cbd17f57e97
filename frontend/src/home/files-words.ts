import { phrases } from '../lib/words';

export const t = phrases({
  file: ['Fichier de la campagne (.jsonl.zst)', 'File of the campaign (.jsonl.zst)'],
  fileHelp: [
    'Elle revient entière, comme une campagne de plus, et vous en êtes le maître du jeu. L’appareil doit déjà être à une table de ce serveur : au besoin, créez-en une, puis supprimez-la.',
    'It comes back whole, as one more campaign, and you are its game master. The device must sit at a table of this server already: make one if need be, and delete it afterwards.',
  ],
  bring: ['Reprendre la campagne', 'Take up the campaign'],
  reading: ['Lecture du fichier…', 'Reading the file…'],
  there: ['« {title} » est là.', '"{title}" is there.'],
  phrases: [
    'Chacun s’y rassoit avec son nom, le numéro {id} et cette phrase secrète, qui sert une fois et ne sera plus montrée :',
    'Everybody sits down again with their name, the number {id} and this passphrase, which works once and is not shown again:',
  ],
  aside: ['Mis de côté, illisible ici :', 'Set aside, unreadable here:'],
  open: ['Ouvrir la campagne', 'Open the campaign'],
});
