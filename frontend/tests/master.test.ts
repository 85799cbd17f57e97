import { describe, expect, it } from 'vitest';
import type { Fights, FormField, PlayedRules, Value } from '../src/lib/types';
import { levelOf, linesOf, lookAt, progress } from '../src/master/judging';
import {
  awaits,
  changed,
  fixedDeed,
  guessed,
  missing,
  ofAnybody,
  shallowFirst,
  sideOf,
  sidesGiven,
  typed,
} from '../src/master/plans';
import { lineOf, moved, stepsOf } from '../src/replay/steps';

describe('an encounter', () => {
  it('has those on a side who were given one', () => {
    expect(sidesGiven({ alys: 'Nous', brun: ' Eux ', col: '', dag: 'Nous', eve: undefined })).toEqual({
      Nous: ['alys', 'dag'],
      Eux: ['brun'],
    });
  });

  it('has newcomers join their own', () => {
    const there = [
      { owner: '', side: 'Nous' }, // a companion of theirs
      { owner: 'alix', side: 'Nous' },
      { owner: '', side: 'Eux' },
    ];
    expect(sideOf({ owner: '' }, there)).toBe('Eux');
    expect(sideOf({ owner: 'bastien' }, there.toReversed())).toBe('Nous');
    const nobodys = there.map(({ side }) => ({ owner: '', side }));
    expect(sideOf({ owner: '' }, nobodys)).toBe('Eux');
    expect(sideOf({ owner: '' }, there.slice(0, 2))).toBe('Nous'); // the only side there is
    expect(sideOf({ owner: '' }, [])).toBe('');
  });
});

describe('a ruling', () => {
  it('offers pools first, then what lies on top', () => {
    const value = (path: string, pool = false): Value => ({ path, label: path, value: 1, text: '1', pool });
    const all = [value('fiche.FOR'), value('xp'), value('vie.tete', true), value('camp')];
    expect(shallowFirst(all).map((each) => each.path)).toEqual(['vie.tete', 'xp', 'camp', 'fiche.FOR']);
  });

  it('keeps the kind of what stood there', () => {
    expect(typed('−3', 7)).toBe(-3);
    expect(typed('sept', 7)).toBeUndefined();
    expect(typed('', 7)).toBeUndefined();
    expect(typed('oui', false)).toBe(true);
    expect(typed(' Brun ', 'Alys')).toBe('Brun');
    expect([guessed('12'), guessed('true'), guessed('à terre')]).toEqual([12, true, 'à terre']);
  });
});

describe('a test', () => {
  const field = (name: string, value: unknown): FormField => ({
    name,
    text: name,
    kind: 'text',
    default: value,
    choices: [],
  });

  it('fixes what was chosen and leaves the rest open', () => {
    const deed = fixedDeed('tester', { trait: 'force', cible: '', bonus: 0, actor: undefined });
    expect(deed).toEqual({ do: 'tester', trait: 'force', bonus: 0 });
    expect(missing([field('trait', null), field('cible', null), field('mode', '')], deed).map((f) => f.name)).toEqual([
      'cible',
    ]);
    expect(ofAnybody({ do: 'tester', actor: 'alys', trait: 'force' })).toEqual({ do: 'tester', trait: 'force' });
  });
});

describe('a replay', () => {
  const events = [{ what: 'x', pieces: ['x'], who: 'a', target: 'b' }];
  const blow = (seq: number, round: number, more: object = {}) => ({
    seq,
    kind: 'act',
    encounter: 1,
    events,
    round,
    when: `Round ${round}`,
    strokes: [{ head: 0, weight: 'wound' as const, ...more }],
  });
  const log = [
    { seq: 1, kind: 'start_encounter', encounter: 1 },
    { seq: 2, kind: 'answer', encounter: 1 },
    blow(3, 1),
    { seq: 4, kind: 'say', encounter: 1, events: [{ what: 'table.said', pieces: ['x'] }] },
    blow(5, 1, { weight: 'minor' }),
    blow(6, 1, { weight: 'minor' }),
    blow(7, 2, { fell: [['n', 'b', 'B']] }),
    blow(8, 3, { weight: 'critical' }),
    blow(9, 4),
  ];
  const steps = stepsOf(log, 1);

  it('passes over what changes nothing, joins what is small, and opens every round', () => {
    expect(steps.map(({ seq, round, mark }) => [seq, round, mark])).toEqual([
      [1, 0, ''],
      [3, 1, ''],
      [6, 1, ''],
      [7, 2, 'fall'],
      [8, 3, 'feat'],
      [9, 4, ''],
    ]);
    expect(stepsOf([], 1)).toEqual([]);
  });

  it('goes by steps, by rounds and by marks, and stays inside', () => {
    expect([moved('ArrowRight', 0, steps), moved('ArrowRight', 5, steps), moved('ArrowLeft', 0, steps)]).toEqual([
      1, 5, 0,
    ]);
    expect([moved('Home', 2, steps), moved('End', 0, steps), moved('x', 0, steps)]).toEqual([0, 5, null]);
    expect([moved('ArrowRight', 1, steps, true), moved('ArrowLeft', 2, steps, true)]).toEqual([3, 1]);
    expect([moved('ArrowRight', 5, steps, true), moved('ArrowLeft', 0, steps, true)]).toEqual([5, 0]);
    expect([moved('m', 0, steps), moved('M', 3, steps), moved('m', 4, steps)]).toEqual([3, 4, 3]);
    expect([moved('End', 0, []), moved('m', 0, [])]).toEqual([0, 0]);
  });

  it('draws what was left of a side as after the last entry that was worked out', () => {
    expect(lineOf(steps, [1, 6, 8], [1, 0.5, 0.25])).toEqual([1, 1, 0.5, 0.5, 0.25, 0.25]);
  });
});

describe('the rules of a campaign', () => {
  const same: PlayedRules = { played: '1', present: '1', changes: null, unread: [], aside: [] };

  it('wait for the game master when they are others, or do not understand something', () => {
    expect(awaits(same)).toBe(false);
    expect(awaits({ ...same, present: '2' })).toBe(true);
    expect(awaits({ ...same, unread: [{ path: 'gens.alys.vie', value: '"x"', why: '…' }] })).toBe(true);
    expect(awaits({ ...same, aside: [{ path: 'gens.alys.vie', value: '"x"', why: '…' }] })).toBe(false);
  });

  it('are told by what is gone or new', () => {
    const nothing = { figures: [], actions_gone: [], actions_new: [], options_gone: [], options_new: [] };
    expect(changed(nothing)).toEqual([]);
    expect(changed({ ...nothing, actions_gone: ['parer'], options_new: ['feinte'] })).toEqual([
      ['actionsGone', ['parer']],
      ['optionsNew', ['feinte']],
    ]);
  });
});

describe('how hard it is', () => {
  it('is said in a word', () => {
    expect([0, 0.34, 0.35, 0.6, 0.89, 0.9, 1].map(levelOf)).toEqual([
      'lost',
      'lost',
      'even',
      'rough',
      'rough',
      'walk',
      'walk',
    ]);
  });
  it('comes line by line, however it is cut', () => {
    expect(linesOf('{"a":1}\n{"b"')).toEqual([['{"a":1}'], '{"b"']);
    expect(linesOf('{"b":2}\n')).toEqual([['{"b":2}'], '']);
  });
  it('tells how far it has come', () => {
    const of = (fights: number, all: number) => ({ fights, of: all }) as Fights;
    expect(progress([of(400, 400), of(25, 100)])).toEqual({ done: 425, of: 500 });
  });
  it('has an address for each of its fights', () => {
    const which = { asked: { ready: 'demo' }, seq: 3, bout: 0, fight: 7 };
    const [, hash = ''] = lookAt('c1', which).split('#');
    expect(JSON.parse(decodeURIComponent(hash))).toEqual(which);
  });
});
