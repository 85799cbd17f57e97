/** What is drawn for each kind of ground: pure functions, tested. */
import { plain } from '../lib/format';

const MOTIFS = [
  'blank',
  'trees',
  'waves',
  'ripples',
  'tufts',
  'hills',
  'stones',
  'road',
  'lines',
  'crosses',
  'dots',
  'rings',
] as const;
export type Motif = (typeof MOTIFS)[number];

/** What is drawn in the middle of a cell, in a square of 20. */
export const GLYPHS: Record<Motif, string> = {
  blank: '',
  trees:
    'M5 12V9M5 9C2 9 2.500 3 5 3S8 9 5 9M15 11V8M15 8C12 8 12.500 2 15 2S18 8 15 8M10 19V15.500M10 15.500C7 15.500 7.500 9.500 10 9.500S13 15.500 10 15.500',
  waves: 'M2 6q2-3 4 0t4 0t4 0t4 0M2 11q2-3 4 0t4 0t4 0t4 0M2 16q2-3 4 0t4 0t4 0t4 0',
  ripples: 'M2 7q2-2.500 4 0t4 0M10 14q2-2.500 4 0t4 0',
  tufts: 'M4 10L3 5M5.500 10V4M7 10L8 5M13 9L12 4M14.500 9V3M16 9L17 4M8 18L7 13M9.500 18V12M11 18L12 13',
  hills: 'M1 16L7 6L13 16M10.500 11.500L13.500 7.500L19 16',
  stones: 'M2 16L4 8L9 4L15 6L18 12L17 16ZM9 4L10 10L6 16M10 10L18 12',
  road: 'M1 7H6M9 7H14M17 7H19M1 13H3M6 13H11M14 13H19',
  lines: 'M2 11L11 2M3 18L18 3M9 19L19 9',
  crosses: 'M4 4L9 9M9 4L4 9M11 11L16 16M16 11L11 16',
  dots: 'M4 5h.1M11 4h.1M17 6h.1M7 10h.1M14 11h.1M4 15h.1M10 16h.1M17 16h.1',
  rings: 'M9 7A2.500 2.500 0 1 1 4 7A2.500 2.500 0 1 1 9 7M16 13A2.500 2.500 0 1 1 11 13A2.500 2.500 0 1 1 16 13',
};

/** Words of any map, in either language, and what one draws for them. */
const SIGNS: readonly (readonly [RegExp, Motif])[] = [
  [/gue|ford|marais|marsh|swamp|boue|mud/, 'ripples'],
  [/eau|mer|lac|riv|fleuve|water|sea|lake|river/, 'waves'],
  [/foret|bois|arbre|forest|wood|tree/, 'trees'],
  [/herbe|champ|buisson|grass|field|bush/, 'tufts'],
  [/colline|mont|pic|falaise|hill|mount|cliff|haut/, 'hills'],
  [/mur|roch|pierre|wall|rock|stone/, 'stones'],
  [/rout|chemin|pont|pave|rue|road|path|bridge|street/, 'road'],
  [/sable|neige|desert|sand|snow/, 'dots'],
  [/feu|lave|fire|lava|piege|trap/, 'crosses'],
  [/plain|sol|terre|open|floor|ground/, 'blank'],
];

const NEUTRAL: readonly Motif[] = ['lines', 'rings', 'dots', 'crosses']; // say nothing of their own

/** A drawing for each kind, by what its name says where that is known, never the same for two while they last. */
export function motifs(names: Record<string, string>): Map<string, Motif> {
  const found = new Map<string, Motif>();
  const free = new Set<Motif>(MOTIFS);
  const rest: string[] = [];
  for (const [kind, name] of Object.entries(names)) {
    const text = plain(`${kind} ${name}`);
    const motif = SIGNS.find(([sign, drawn]) => sign.test(text) && free.has(drawn))?.[1];
    if (!motif) {
      rest.push(kind);
      continue;
    }
    found.set(kind, motif);
    free.delete(motif);
  }
  for (const [i, kind] of rest.entries()) {
    const motif = NEUTRAL.find((each) => free.has(each)) ?? [...free][0] ?? NEUTRAL[i % NEUTRAL.length] ?? 'lines';
    found.set(kind, motif);
    free.delete(motif);
  }
  return found;
}
