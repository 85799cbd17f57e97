import { afterEach, expect, it, vi } from 'vitest';
import { Reading } from '../src/lib/reading.svelte';
import { api } from '../src/lib/server';
import type { Table } from '../src/lib/table.svelte';
import type { Entry } from '../src/lib/types';

const LAST = 50_000;
const stretch = (from: number, to: number): Entry[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => ({ seq: from + i, kind: 'say', events: [] }));

/** A table whose log is long, and what it keeps of it. */
function sitting() {
  const table = {
    id: 'c',
    viewAs: '',
    entries: stretch(LAST - 99, LAST),
    get first() {
      return this.entries[0]?.seq ?? 1;
    },
    async older() {
      this.entries = [...stretch(this.first - 100, this.first - 1), ...this.entries];
      return true;
    },
  };
  const asked = vi
    .spyOn(api, 'log')
    .mockImplementation(async (_, before = LAST + 1, limit = 100) =>
      stretch(Math.max(1, before - limit), Math.min(LAST, before - 1)),
    );
  return { table, asked, reading: new Reading(table as unknown as Table) };
}
const gapless = (entries: readonly Entry[]) =>
  entries.every((each, i) => !i || each.seq === (entries[i - 1]?.seq ?? 0) + 1);

afterEach(() => vi.restoreAllMocks());

it('keeps no more the further one reads back, and never leaves a gap', async () => {
  const { reading, table } = sitting();
  for (let n = 0; n < 60; n++) {
    await reading.older();
    expect(gapless(reading.entries)).toBe(true);
  }
  expect(reading.entries[0]?.seq).toBe(LAST - 99 - 6000);
  expect(reading.entries.length + table.entries.length).toBeLessThanOrEqual(2100);
});

it('comes back to the end by reading on, with every entry once', async () => {
  const { reading, table } = sitting();
  for (let n = 0; n < 30; n++) await reading.older();
  expect(reading.past).not.toBeNull();
  for (let n = 0; n < 60 && reading.past; n++) {
    const last = reading.entries.at(-1)?.seq ?? 0;
    await reading.newer();
    expect(gapless(reading.entries)).toBe(true);
    expect(reading.entries.some((each) => each.seq === last)).toBe(true); // what one reads is still there
  }
  expect(reading.past).toBeNull();
  expect(reading.entries).toBe(table.entries);
});

it('stops at the first entry, and asks once at a time', async () => {
  const { reading, asked } = sitting();
  reading.past = stretch(1, 900);
  await reading.older();
  expect(asked).not.toHaveBeenCalled();
  await Promise.all([reading.newer(), reading.newer()]);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('stays at the end if what was asked for before one went there comes late', async () => {
  const { reading, asked } = sitting();
  reading.past = stretch(2000, 2900);
  for (const ask of [() => reading.older(), () => reading.newer()]) {
    let come = (_: Entry[]) => {};
    asked.mockImplementationOnce(
      () =>
        new Promise((go) => {
          come = go;
        }),
    );
    const late = ask();
    reading.end();
    come(stretch(1900, 1999));
    await late;
    expect(reading.past).toBeNull();
    reading.past = stretch(2000, 2900);
  }
});

it('marks what is taken back meanwhile', () => {
  const { reading } = sitting();
  reading.past = stretch(10, 20);
  reading.heard({ seq: 50_001, undoes: [12] });
  expect(reading.past?.find((each) => each.undone)?.seq).toBe(12);
});
