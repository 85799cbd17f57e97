/** Files that are sent: loaded where somebody may send one. */
import { ask } from './server';
import type { Picture } from './types';

/** A picture goes as its bytes alone: no name of the device's, no type. */
export const sendPicture = (campaign: string, file: Blob): Promise<Picture> =>
  ask<Picture>('POST', `/campaigns/${campaign}/pictures`, new Blob([file]));
