/** Where turns stand on the scale of a count-down. */
import type { Lane, Spot, Track } from '../lib/types';

const ROOM = 0.2; // of the scale, that a name takes

/** Turns whose count one knows, highest first. */
export function placed(lane: Lane): Spot[] {
  return lane.spots.filter((spot) => spot.at !== null && spot.at !== undefined);
}

/** The highest figure of the scale, in fives. */
export function scale(track: Track): number {
  const counts = track.lanes.flatMap((lane) => placed(lane).map((spot) => spot.at ?? 0));
  return Math.max(10, Math.ceil(Math.max(0, ...counts) / 5) * 5);
}

/** A row for each turn, so that no name covers another. */
export function heights(spots: readonly Spot[], most: number): number[] {
  const ends: number[] = [];
  return spots.map((spot) => {
    const from = 1 - Math.max(0, spot.at ?? 0) / most;
    const free = ends.findIndex((end) => end <= from);
    const row = free < 0 ? ends.length : free;
    ends[row] = from + ROOM;
    return row;
  });
}

/** « Aliénor des Sources » as « Alié », where there is little room. */
export function initials(name: string): string {
  return name.length > 6 ? [...name].slice(0, 4).join('') : name;
}
