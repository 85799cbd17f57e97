/** What players may not know of somebody, in a few words for the game master. */
import type { Person } from '../lib/types';
import { t } from './words';

export function veils({ veil }: Person): string {
  if (!veil) return '';
  return [
    veil.presence ? t('veilPresence') : '',
    veil.name ? t('veilName', { name: veil.known_as ?? '???' }) : '',
    veil.rolls ? t('veilRolls') : '',
    veil.sheet === true ? t('veilSheet') : '',
  ]
    .filter(Boolean)
    .join(', ');
}
