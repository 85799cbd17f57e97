/** The face somebody read off a real die: a ten is marked 0 on ten sides, a hundred 00 on a hundred. */
export function face(typed: string, sides: number): number {
  const zeros = sides === 10 ? '0' : sides === 100 ? '00' : '';
  return zeros && typed === zeros ? sides : Number(typed);
}

/** Whether a face that was typed cannot become longer. */
export function whole(typed: string, sides: number): boolean {
  return typed.length >= String(sides).length || face(typed, sides) * 10 > sides;
}
