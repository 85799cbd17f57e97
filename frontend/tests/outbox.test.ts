import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Outbox } from '../src/lib/outbox.svelte';
import { Refused } from '../src/lib/server';
import type { Command, Done } from '../src/lib/types';

const say = (text: string): Command => ({ do: 'say', text });
const done = (seq: number): Done => ({ seq, entry: { seq }, repeated: false });
const offline = () => new Refused(0, 'offline', '');

describe('the outbox', () => {
  let n = 0;
  const newId = () => `id${n++}`;
  beforeEach(() => {
    n = 0;
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('sends in order, one at a time', async () => {
    const sent: string[] = [];
    const box = new Outbox('k', async (id) => done(sent.push(id)), newId);
    const answers = await Promise.all([box.give(say('a'), 'a'), box.give(say('b'), 'b')]);
    expect(sent).toEqual(['id0', 'id1']);
    expect(answers.map((each) => each.seq)).toEqual([1, 2]);
    expect(box.unsent).toEqual([]);
  });

  it('keeps what could not be sent, and sends it again under the same id', async () => {
    const sent: string[] = [];
    let up = false;
    const send = async (id: string) => {
      sent.push(id);
      if (!up) throw offline();
      return done(1);
    };
    const box = new Outbox('k', send, newId);
    const answer = box.give(say('a'), 'a');
    void box.give(say('b'), 'b');
    await vi.advanceTimersByTimeAsync(10);
    expect(box.unsent.map((each) => [each.label, each.tries])).toEqual([
      ['a', 1],
      ['b', 0],
    ]);
    up = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await answer).seq).toBe(1);
    expect(new Set(sent)).toEqual(new Set(['id0', 'id1']));
    expect(sent.slice(0, 2)).toEqual(['id0', 'id0']);
    expect(box.unsent).toEqual([]);
  });

  it('waits as long as the server asks for', async () => {
    let tries = 0;
    const send = async () => {
      if (tries++ === 0) throw new Refused(429, 'rate', '', '', 30);
      return done(1);
    };
    const box = new Outbox('k', send, newId);
    const answer = box.give(say('a'), 'a');
    await vi.advanceTimersByTimeAsync(29_000);
    expect(tries).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await answer).seq).toBe(1);
  });

  it('keeps what a busy server refuses, says so, and leaves it alone for as long as it asks', async () => {
    const sent: string[] = [];
    let busy = true;
    const send = async (id: string) => {
      sent.push(id);
      if (busy) throw new Refused(503, 'busy', 'Le serveur est débordé', '', 5);
      return done(sent.length);
    };
    const box = new Outbox('k', send, newId);
    const first = box.give(say('a'), 'a');
    await vi.advanceTimersByTimeAsync(10);
    expect(box.busy).toBe(true);
    const second = box.give(say('b'), 'b'); // somebody presses on, and the link comes back:
    void box.flush();
    await vi.advanceTimersByTimeAsync(4_900);
    expect(sent).toEqual(['id0']);
    expect(box.unsent.map((each) => each.id)).toEqual(['id0', 'id1']);
    busy = false;
    await vi.advanceTimersByTimeAsync(200);
    await Promise.all([first, second]);
    expect(sent).toEqual(['id0', 'id0', 'id1']); // again under the same id: it is done once
    expect([box.busy, box.unsent]).toEqual([false, []]);
  });

  it('does not call a server busy that cannot be reached, or that says no', async () => {
    const answers = [new Refused(503, 'busy', '', '', 1), offline(), new Refused(409, 'closed', 'Non')];
    const send = async () => {
      throw answers.shift();
    };
    const box = new Outbox('k', send, newId);
    const refused = expect(box.give(say('a'), 'a')).rejects.toMatchObject({ key: 'closed' });
    const seen: boolean[] = [];
    for (let i = 0; i < 3; i++) {
      await vi.advanceTimersByTimeAsync(i ? 3000 : 10);
      seen.push(box.busy);
    }
    await refused;
    expect(seen).toEqual([true, false, false]);
    answers.push(new Refused(503, 'busy', '', '', 1));
    const dropped = expect(box.give(say('b'), 'b')).rejects.toMatchObject({ key: 'dropped' });
    await vi.advanceTimersByTimeAsync(10);
    box.drop('id1');
    await dropped;
    expect(box.busy).toBe(false);
  });

  it('says a refusal once and goes on with the next', async () => {
    const send = async (id: string) => {
      if (id === 'id0') throw new Refused(409, 'closed', 'Pas maintenant', 'X-1');
      return done(1);
    };
    const box = new Outbox('k', send, newId);
    const first = box.give(say('a'), 'a');
    const second = box.give(say('b'), 'b');
    await expect(first).rejects.toMatchObject({ message: 'Pas maintenant', rule: 'X-1' });
    expect((await second).seq).toBe(1);
  });

  it('is remembered by the device, and can be emptied by hand', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    const never = async () => {
      throw offline();
    };
    const box = new Outbox('k', never, newId);
    const answer = box.give(say('a'), 'a');
    await vi.advanceTimersByTimeAsync(10);
    const later = new Outbox('k', never, newId);
    expect(later.unsent.map((each) => each.label)).toEqual(['a']);
    box.drop('id0');
    await expect(answer).rejects.toMatchObject({ key: 'dropped' });
    expect(kept.size).toBe(0);
  });
});
