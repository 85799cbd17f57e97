/** Pictures of intents, by the ids that games give them; drawn in `currentColor`, 24 by 24. */
const ICONS: Record<string, string> = {
  fight: 'M5 4l9 9M4 16l4 4M5.5 18.5l3-3M8 13l3 3M19 4l-9 9M20 16l-4 4M18.5 18.5l-3-3M16 13l-3 3',
  defend: 'M12 3l8 3v6c0 5-3.5 7.5-8 9-4.500-1.500-8-4-8-9V6z',
  move: 'M4 18c3-8 5-10 8-6s5 1 8-7M20 5l-.5 4M20 5l-4 .5',
  care: 'M12 20C6 15 4 12 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 3-2 6-8 11z',
  use: 'M9 3h6M10 3v6l-5 9a2 2 0 0 0 2 3h10a2 2 0 0 0 2-3l-5-9V3M7.500 15h9',
  cast: 'M12 3v4M12 17v4M3 12h4M17 12h4M6 6l2.500 2.500M15.500 15.500L18 18M18 6l-2.500 2.500M8.500 15.500L6 18',
  turn: 'M12 4a8 8 0 1 0 8 8M12 7v5l3 2M20 4v5h-5',
  try: 'M12 3l8 4.600v8.800L12 21l-8-4.600V7.600zM12 8v8M8.500 10l7 4M15.500 10l-7 4',
  speak: 'M4 5h16v11h-9l-5 4v-4H4zM8 9h8M8 12h5',
  travel: 'M4 20L9 5l4 8 3-4 4 11M4 20h16',
  trade: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 9.500h5M9 12.500h5M14 8c-4-1-5 1-5 4s1 5 5 4',
  grow: 'M12 21v-9M12 12c-5 0-7-2-7-7 5 0 7 2 7 7zM12 14c4 0 6-2 6-6-4 0-6 2-6 6z',
  war: 'M6 21V4M6 5h12l-3 4 3 4H6',
  master: 'M4 18.500V6.500l5 3.500 3-6 3 6 5-3.500v12zM4 15.500h16',
};

export const icon = (id: string): string => ICONS[id] ?? 'M6 12h.01M12 12h.01M18 12h.01';
