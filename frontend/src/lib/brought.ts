/** The looks of games that bring their own, read when the first of them is shown. */

import type { Theme } from './game.svelte';
import { ask } from './server';
import type { GameTheme } from './types';

const lined = (d: string): string => `<path d='${d}' fill='none' stroke='#000' stroke-width='1.5'/>`;

/** The theme a game brings with it, as paths and colours; null if it brings none. */
export async function brought(game: string): Promise<Theme | null> {
  const found = await ask<Required<GameTheme> | null>('GET', `/games/${encodeURIComponent(game)}/theme`);
  return (
    found && {
      ...found,
      picture: `<svg viewBox="0 0 64 64">${found.picture.map((d) => `<path d="${d}"/>`).join('')}</svg>`,
      about: [found.about.fr, found.about.en],
      fields: found.fields.map(String),
      ornament: lined(found.ornament),
      texture: [found.texture.width, found.texture.height, lined(found.texture.path)],
      corner: `${found.corner}px`,
    }
  );
}
