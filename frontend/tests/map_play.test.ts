import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, Refused } from '../src/lib/server';
import { Table } from '../src/lib/table.svelte';
import type { Action, Command, Done, Person, Seen, Way } from '../src/lib/types';
import { Choosing } from '../src/map/choosing.svelte';
import type { Cell } from '../src/map/grid';
import { Hand, type Touch } from '../src/map/hand.svelte';
import { Moving } from '../src/map/moving.svelte';
import { Painting } from '../src/map/painting.svelte';
import { Paper } from '../src/map/paper.svelte';
import { tokens } from '../src/map/tokens';
import { toasts } from '../src/ui/toasts.svelte';

const ALYS: Person = { id: 'alys', name: 'Alys', x: 2, y: 2, mine: true };
const BRUN: Person = { id: 'brun', name: 'Brun', x: 4, y: 4, mine: true };
const BOARD = { grid: 'square' as const, width: 10, height: 10, fog: [] };
const settled = () => new Promise((done) => setTimeout(done));
const way = (actor: string, ...cells: [number, number, number][]): Way => ({
  action: { do: 'aller', actor, x: 0, y: 0 },
  text: 'Aller',
  cells,
});

/** Answers that come when the test wants them, each for what was asked. */
function held<T>() {
  const asked: { who: string; answer: (value: T) => void; refuse: (no: Refused) => void }[] = [];
  const load = (_: string, who: string) =>
    new Promise<T>((answer, refuse) => {
      asked.push({ who, answer, refuse });
    });
  return { asked, load };
}

let table: Table;
let commands: Command[];
let answers: (() => void)[];

function show(people: Person[], turn: string[] = ['alys']): void {
  const encounter = turn.length ? { title: '', turn, order: turn } : null;
  table.seen = { title: 'Essai', people, board: BOARD, ground: null, encounter, open: null } as unknown as Seen;
  table.version += 1;
}

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} });
  table = new Table('c');
  table.me = { id: 'm', name: 'Luc', role: 'player', lang: 'fr' } as Table['me'];
  [commands, answers] = [[], []];
  vi.spyOn(table, 'do').mockImplementation((command) => {
    commands.push(command);
    return new Promise<Done>((done) => answers.push(() => done({} as Done)));
  });
  vi.spyOn(api, 'actions').mockImplementation(async () => []);
  show([ALYS, BRUN]);
});
afterEach(() => {
  table.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('moving', () => {
  it('shows no reach of another, nor of a place somebody has left', async () => {
    const { asked, load } = held<Way[]>();
    vi.spyOn(api, 'reach').mockImplementation(load);
    const choosing = new Choosing(table);
    const moving = new Moving(table, choosing);
    expect([moving.reach, moving.known]).toEqual([[], false]);
    choosing.choose('brun');
    expect([moving.reach, moving.known]).toEqual([[], false]);
    asked[1]?.answer([way('brun', [5, 4, 1])]);
    await settled();
    expect([[...moving.reached], moving.known]).toEqual([['5,4'], true]);
    asked[0]?.answer([way('alys', [3, 2, 1])]); // late
    await settled();
    expect([...moving.reached]).toEqual(['5,4']);

    show([ALYS, { ...BRUN, turn: true }]);
    expect([...moving.reached]).toEqual(['5,4']); // as it was, until the server has answered
    show([ALYS, { ...BRUN, x: 5 }]);
    expect([[...moving.reached], moving.known]).toEqual([[], false]);
    for (const each of asked.slice(2)) each.answer([way('brun', [each === asked.at(-1) ? 6 : 5, 4, 1])]);
    await settled();
    expect([...moving.reached]).toEqual(['6,4']);
  });

  it('does what was asked last, however late the answers come', async () => {
    const { asked, load } = held<Way[]>();
    vi.spyOn(api, 'reach').mockImplementation(load);
    const moving = new Moving(table, new Choosing(table));
    const both = [moving.move(ALYS, [3, 2]), moving.move(ALYS, [2, 3])];
    const ways = [way('alys', [3, 2, 1], [2, 3, 1])];
    for (const each of [...asked].reverse()) each.answer(ways);
    await settled();
    for (const answer of answers) answer();
    await Promise.all(both);
    expect(commands).toEqual([{ do: 'act', action: { do: 'aller', actor: 'alys', x: 2, y: 3 } }]);
  });

  it('sets nobody down because it could not be read where he may go', async () => {
    show([ALYS], []);
    vi.spyOn(api, 'reach').mockRejectedValue(new Refused(503, 'busy', 'Plus tard.'));
    await new Moving(table, new Choosing(table)).move(ALYS, [3, 3]);
    expect(commands).toEqual([]);
    expect(toasts.at(-1)?.text).toBe('Plus tard.');
    vi.spyOn(api, 'reach').mockResolvedValue([]);
    void new Moving(table, new Choosing(table)).move(ALYS, [3, 3]);
    await settled();
    expect(commands).toEqual([{ do: 'put', who: 'alys', x: 3, y: 3 }]);
  });

  it('goes off no map, and nowhere the rules do not lead', async () => {
    vi.spyOn(api, 'reach').mockResolvedValue([]);
    const closed: Action = { action: { do: 'aller', actor: 'alys', x: 3, y: 3 }, text: '', closed: 'À terre.' };
    vi.mocked(api.actions).mockResolvedValue([closed]);
    const moving = new Moving(table, new Choosing(table));
    await moving.move(ALYS, [99, 0]);
    await moving.move(ALYS, [3, 3]);
    expect(toasts.slice(-2).map((each) => each.text)).toEqual(['C’est hors de la carte.', 'À terre.']);
    expect(commands).toEqual([]);
  });

  it('leads the keys of one, never of the next', () => {
    const choosing = new Choosing(table);
    show([{ ...ALYS, turn: true }, BRUN]);
    choosing.aim = [3, 2];
    expect(choosing.aim).toEqual([3, 2]);
    show([ALYS, { ...BRUN, turn: true }], ['brun']);
    expect([choosing.selected?.id, choosing.aim]).toEqual(['brun', null]);
  });
});

describe('painting', () => {
  it('keeps a stroke that begins before the last one is answered, and paints each with its own brush', async () => {
    const painting = new Painting(table);
    painting.over([1, 1]);
    const first = painting.lift(true);
    painting.over([5, 5]);
    expect(painting.cells).toEqual([
      [1, 1],
      [5, 5],
    ]);
    answers[0]?.();
    await first;
    expect(painting.cells).toEqual([[5, 5]]);
    void painting.lift(false);
    expect(commands).toEqual([
      { do: 'fog', cells: [[1, 1]], dark: true },
      { do: 'fog', cells: [[5, 5]], dark: false },
    ]);
  });

  it('sends nothing of a stroke that is given up', () => {
    const painting = new Painting(table);
    painting.over([1, 1]);
    painting.drop();
    void painting.lift(true);
    expect([painting.cells, commands]).toEqual([[], []]);
  });
});

describe('a hand on the paper', () => {
  const whole = { left: -0.5, right: 9.5, top: -0.5, bottom: 9.5 };
  let done: unknown[];
  let people: Person[];
  let painting: boolean;
  let paper: Paper;
  let hand: Hand;

  beforeEach(() => {
    [done, people, painting] = [[], [ALYS], false];
    const told =
      (what: string) =>
      (...more: unknown[]) =>
        void done.push([what, ...more.map((each) => (each as Person)?.id ?? each)]);
    const touch = Object.fromEntries(
      ['token', 'cell', 'pick', 'drop', 'paint', 'lift', 'key'].map((what) => [what, told(what)]),
    );
    const all = { ...touch, hover: () => {}, movable: () => true } as unknown as Touch;
    paper = new Paper(() => ({ grid: 'square', whole, most: 64 }));
    [paper.width, paper.height] = [400, 400];
    paper.all(); // 40 pixels a cell
    hand = new Hand(paper, () => ({ tokens: tokens(people, 'square'), painting, aim: null, touch: all }));
  });

  /** Something happens to a finger in the middle of a cell, on a token or beside them all. */
  function event(type: string, [x, y]: Cell, who = '', pointerId = 1): PointerEvent {
    const target = { closest: () => (who ? { dataset: { who } } : null) };
    return {
      type,
      pointerId,
      button: 0,
      clientX: x * 40 + 20,
      clientY: y * 40 + 20,
      target,
    } as unknown as PointerEvent;
  }
  function stroke(from: Cell, to: Cell, who = '', end = 'pointerup'): void {
    hand.pressed(event('pointerdown', from, who));
    hand.strokes(event('pointermove', to));
    hand.released(event(end, to));
    hand.clicked(); // the click that follows
  }

  it('waits for the click of a tap, and slides the paper under a finger that moves on a token', () => {
    hand.pressed(event('pointerdown', [2, 2], 'alys'));
    hand.released(event('pointerup', [2, 2]));
    expect(done).toEqual([]);
    hand.clicked();
    expect(done).toEqual([['token', 'alys']]);
    const before = paper.view.x;
    hand.pressed({ ...event('pointerdown', [2, 2], 'alys'), pointerType: 'touch' } as PointerEvent);
    hand.strokes(event('pointermove', [5, 2]));
    hand.released(event('pointerup', [5, 2]));
    hand.clicked();
    expect(done).toHaveLength(1);
    expect(paper.view.x).toBeLessThan(before);
  });

  it('taps, and drags a token', () => {
    stroke([2, 2], [2, 2], 'alys');
    stroke([7, 3], [7, 3]);
    stroke([2, 2], [5, 6], 'alys');
    stroke([2, 2], [5, 6], 'alys', 'pointercancel');
    const pick = ['pick', 'alys'];
    expect(done).toEqual([['token', 'alys'], ['cell', [7, 3]], pick, ['drop', 'alys', [5, 6]], pick]);
    expect(hand.drag).toBeNull();
  });

  it('drops nobody who has gone out of sight, and taps no cell in his stead', () => {
    hand.pressed(event('pointerdown', [2, 2], 'alys'));
    people = [];
    hand.released(event('pointerup', [2, 2]));
    people = [ALYS];
    hand.pressed(event('pointerdown', [2, 2], 'alys'));
    hand.strokes(event('pointermove', [5, 6]));
    people = [];
    hand.strokes(event('pointermove', [5, 7]));
    hand.released(event('pointerup', [5, 7]));
    expect(done).toEqual([['pick', 'alys']]);
    expect(paper.view).toEqual({ x: 4.5, y: 4.5, scale: 40 });
  });

  it('slides the paper, and with two fingers brings it nearer', () => {
    stroke([7, 3], [8, 3]);
    expect(paper.view).toEqual({ x: 3.5, y: 4.5, scale: 40 });
    hand.pressed(event('pointerdown', [4, 4]));
    hand.pressed(event('pointerdown', [6, 4], '', 2));
    hand.strokes(event('pointermove', [8, 4], '', 2));
    expect(paper.view.scale).toBe(80);
    expect(paper.pixel(4, 4)).toEqual([260, 180]); // what lay between the fingers still does
    hand.released(event('pointerup', [8, 4], '', 2));
    hand.released(event('pointerup', [4, 4]));
    expect(done).toEqual([]);
  });

  it('paints, and gives the stroke up when a second finger comes', () => {
    painting = true;
    stroke([1, 1], [2, 1]);
    stroke([1, 1], [1, 1], '', 'pointercancel');
    hand.pressed(event('pointerdown', [4, 4]));
    hand.pressed(event('pointerdown', [6, 4], '', 2));
    const [one, four] = [
      ['paint', [1, 1]],
      ['paint', [4, 4]],
    ];
    expect(done).toEqual([one, ['paint', [2, 1]], ['lift', true], one, ['lift', false], four, ['lift', false]]);
  });
});

describe('the paper', () => {
  it('shows all where that can be read, else what is near, and knows whether it was moved', () => {
    const whole = { left: -0.5, right: 99.5, top: -0.5, bottom: 99.5 };
    const paper = new Paper(() => ({ grid: 'square', whole, most: 64 }));
    [paper.width, paper.height] = [400, 400];
    paper.lay(null);
    expect([paper.view.scale, paper.readable, paper.untouched]).toEqual([4, false, true]);
    paper.lay({ left: -3, right: 7, top: -3, bottom: 7 });
    expect(paper.view).toEqual({ x: 4.5, y: 4.5, scale: 40 }); // held on the paper
    paper.show([50, 50]);
    expect([paper.cell(), paper.untouched]).toEqual([[50, 50], false]);
    paper.show([52, 50]);
    expect(paper.cell()).toEqual([50, 50]); // in sight already
    const at = (clientX: number) => paper.under({ clientX, clientY: 200 } as MouseEvent);
    expect([at(240), at(401)]).toEqual([[51, 50], null]);
  });
});
