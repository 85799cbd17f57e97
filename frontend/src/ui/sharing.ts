import { phrases } from '../lib/words';

/** What is said of an invitation, when one was made. */
export const t = phrases({
  here: [
    'Cette adresse ne mène qu’à cet appareil. Pour les autres, relancez le serveur avec « tablee serve --lan », ou donnez-leur son adresse.',
    'This address leads to this device alone. For the others, start the server with "tablee serve --lan", or tell them its address.',
  ],
  qr: ['Le lien d’invitation, à photographier', 'The invitation link, to be photographed'],
  qrHelp: ['À photographier avec un téléphone, ou :', 'To be photographed with a phone, or:'],
  sayCode: ['Un code à dicter', 'A code to say aloud'],
  typeAt: ['À taper sur {where}, « J’ai une invitation » :', 'To be typed at {where}, "I have an invitation":'],
  code: ['Code d’invitation', 'Invitation code'],
  codeUntil: ['Bon jusqu’au {date}.', 'Good until {date}.'],
});
