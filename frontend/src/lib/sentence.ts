/** Sentences as the server tells them, in pieces: texts, names, sums, dice, rules. Pure functions, tested. */
import { typeset } from './format';
import type { Piece, Rolled, SeenEvent } from './types';

/** A sentence as one text: for what is searched, copied or read aloud. */
export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(said).join('');
}

/** All that happened at once, as one text. */
export function tale(events: readonly SeenEvent[] = [], between = ' '): string {
  return events.map((event) => textOf(event.pieces)).join(between);
}

function said(piece: Piece): string {
  if (typeof piece === 'string') return piece;
  if (piece[0] === 'r') return ` (${piece[1]})`;
  return piece[0] === 'n' ? piece[2] : piece[1];
}

function is(kind: 's' | 'd', piece: Piece): boolean {
  return typeof piece !== 'string' && piece[0] === kind;
}

/** A piece as it is drawn: a sum keeps beside it what no space parts from it, since a line may break around a button. */
export interface Laid {
  piece: Piece;
  text: string;
  before: string;
  after: string;
}

/** A sentence as it is drawn: no line of it breaks where none may, from one piece to the next neither. */
export function laid(pieces: readonly Piece[]): Laid[] {
  const whole = typeset(textOf(pieces));
  let at = 0;
  const found = pieces.map((piece): Laid => {
    const from = at;
    at += said(piece).length;
    return { piece, text: whole.slice(from, at), before: '', after: '' };
  });
  found.forEach((sum, i) => {
    if (!is('s', sum.piece)) return;
    const [left, right] = [found[i - 1], found[i + 1]];
    if (typeof left?.piece === 'string') {
      sum.before = left.text.slice(left.text.lastIndexOf(' ') + 1);
      left.text = left.text.slice(0, left.text.length - sum.before.length);
    }
    if (typeof right?.piece === 'string') {
      sum.after = right.text.split(' ', 1)[0] ?? '';
      right.text = right.text.slice(sum.after.length);
    }
  });
  return found;
}

/** The dice of an event, unless its sentence tells them. */
export function untold(seen: SeenEvent): readonly Rolled[] {
  return seen.pieces.some((piece) => is('d', piece)) ? [] : (seen.dice ?? []);
}
