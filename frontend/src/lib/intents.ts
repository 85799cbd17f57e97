/** The actions of a character by what one wants by them: pure functions, tested. */
import { type Group, groups, type Item, keysOf } from './actions';
import type { Action, Intent } from './types';

/** Somebody things can be done to, and what. */
export interface Face {
  who: string;
  open: Item[];
  closed: Item[];
}

export interface Wish extends Intent {
  faces: Face[];
  /** What is done to nobody, by kind. */
  loose: Group[];
  /** How many of its actions are open. */
  open: number;
}

const MASTER = 'master'; // so many, of so many kinds, that faces would not help
const OTHER: Intent = { id: 'other', name: '…', icon: 'other', gist: '' };

/** Grouped by intent, in the game's order; those with nothing open are left out. */
export function wishes(actions: readonly Action[], intents: readonly Intent[], name: (who: string) => string): Wish[] {
  const found = new Map<string, Action[]>();
  for (const action of actions) {
    const id = action.intent ?? OTHER.id;
    found.set(id, [...(found.get(id) ?? []), action]);
  }
  const known = new Set(intents.map(({ id }) => id));
  const order = [...intents, ...[...found.keys()].filter((id) => !known.has(id)).map((id) => ({ ...OTHER, id }))];
  return order.flatMap((intent) => {
    const all = found.get(intent.id) ?? [];
    const open = all.filter((action) => !action.closed).length;
    if (!open) return [];
    const aimed = intent.id === MASTER ? [] : all.filter((action) => action.target && action.way);
    const faces = facesOf(aimed);
    const shown = faces.some((face) => face.open.length) ? faces : [];
    const loose = groups(shown.length ? all.filter((action) => !aimed.includes(action)) : all, '', name);
    return [{ ...intent, faces: shown, loose: loose.filter((group) => group.open.length), open }];
  });
}

/** By whom they are done to; those to whom something can be done first. */
function facesOf(actions: readonly Action[]): Face[] {
  const keys = keysOf(actions);
  const found = new Map<string, Face>();
  actions.forEach((action, i) => {
    const who = action.target ?? '';
    const face: Face = found.get(who) ?? { who, open: [], closed: [] };
    found.set(who, face);
    (action.closed ? face.closed : face.open).push({ action, key: keys[i] ?? '', text: action.way ?? action.text });
  });
  return [...found.values()].sort((a, b) => Number(!a.open.length) - Number(!b.open.length));
}
