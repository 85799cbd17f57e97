/** Pictures of the table one is at: where they are fetched, by an id that says what this member may see. */
import { ROOT } from './server';

/** Of which table, and through whose eyes; set by the table one is at. */
export const from = { table: '', viewAs: () => '' };

/** `at`: as things stood after this entry. */
export const pictureUrl = (id: string, size: 'small' | 'large', at?: number): string =>
  `${ROOT}/campaigns/${from.table}/pictures/${id}?size=${size}&view_as=${from.viewAs()}${at ? `&at=${at}` : ''}`;
