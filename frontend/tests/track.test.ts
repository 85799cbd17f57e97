import { expect, test } from 'vitest';
import type { Lane, Track } from '../src/lib/types';
import { heights, initials, placed, scale } from '../src/table/track';

const lane: Lane = {
  name: 'Round 1',
  number: 1,
  spots: [
    { who: 'alys', at: 17, state: 'now' },
    { who: 'bor', at: 16, state: 'to_come' },
    { who: 'cyr', at: null, state: 'to_come' },
    { who: 'dag', at: 3, state: 'to_come' },
  ],
};
const track: Track = { lanes: [lane], now: 1 };

test('the scale reaches the highest count in fives, and ten at least', () => {
  expect(scale(track)).toBe(20);
  expect(scale({ lanes: [], now: 1 })).toBe(10);
});

test('who has no known count is not placed', () => {
  expect(placed(lane).map((spot) => spot.who)).toEqual(['alys', 'bor', 'dag']);
});

test('a long name is cut where there is little room', () => {
  expect(['Aliénor des Sources', 'Perrin'].map(initials)).toEqual(['Alié', 'Perrin']);
});

test('names that would cover each other stand in rows of their own', () => {
  expect(heights(placed(lane), 20)).toEqual([0, 1, 0]);
});
