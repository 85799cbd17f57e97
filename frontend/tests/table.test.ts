import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Table } from '../src/lib/table.svelte';
import type { Action, Entry, Message, Seen, Sheet, Standing } from '../src/lib/types';

/** A server in a box: a log, a table, and sockets one can cut. */
class Server {
  log: Entry[] = [{ seq: 1, kind: 'create', events: [{ what: 'table.created', pieces: ['La campagne commence.'] }] }];
  sockets: Socket[] = [];
  asked: string[] = [];
  down = false;
  held: { path: string; go: () => void }[] | null = null; // answers that are kept back
  odds = 0;
  quick = 100; // odds it has the time for in one request
  sheets: Record<string, string> = { a: 'a', b: 'b' }; // by character, what it says
  terse = false; // says what happened, and not how the table stands

  add(kind: string, text: string): Entry {
    const entry = { seq: this.log.length + 1, kind, events: [{ what: `x.${kind}`, pieces: [text] }] };
    this.log.push(entry);
    for (const socket of this.sockets) socket.tell(entry, kind !== 'say');
    return entry;
  }

  fetch = async (url: string, request: RequestInit): Promise<Response> => {
    const path = url.replace(/^.*\/api\/v1/, '');
    this.asked.push(`${request.method} ${path}`);
    if (this.down) throw new TypeError('no network');
    const answer = JSON.stringify(this.answer(path, request)); // as things stand when it is asked
    const { held } = this;
    if (held) await new Promise<void>((go) => held.push({ path, go }));
    return new Response(answer, { status: 200 });
  };

  /** Let go the answers that were kept back for this, the last first. */
  async free(what: RegExp): Promise<void> {
    const going = this.held?.filter(({ path }) => what.test(path)) ?? [];
    this.held = this.held?.filter((each) => !going.includes(each)) ?? null;
    for (const { go } of going.reverse()) {
      go();
      await vi.advanceTimersByTimeAsync(0);
    }
  }

  table(eyes: string): Seen {
    return {
      game: 'g',
      title: `Essai${eyes}`,
      options: [],
      people: ['a', 'b'].map((id) => ({ id, name: id === 'a' ? 'Alys' : 'Brune', mine: id === 'a', sheet: true })),
      encounter: null,
      open: null,
      tests: [],
      board: null,
      drafts: [],
      pause: '',
    };
  }

  actions(eyes: string): Action[] {
    return [{ action: { do: 'x', actor: 'a' }, text: `Frapper${eyes}` }];
  }

  answer(path: string, request: RequestInit): unknown {
    const member = { id: 'm1', name: 'Marie', role: 'gm', lang: 'fr' };
    if (path.endsWith('/members')) return [member];
    const eyes = /view_as=(\w+)/.exec(path)?.[1] ?? '';
    if (path.includes('/table')) return { seq: this.log.length, table: this.table(eyes) };
    if (path.includes('/log')) {
      const before = Number(/before=(\d+)/.exec(path)?.[1] ?? Number.POSITIVE_INFINITY);
      return this.log
        .filter((entry) => entry.seq < before)
        .slice(-100)
        .map((entry) => (eyes ? { ...entry, member: eyes } : entry));
    }
    if (path.includes('/actions/')) return this.actions(eyes);
    const odds = { look: 'l', exact: true, yes: 0.5, mean: null, outcomes: [], lost: 0 };
    if (path.endsWith('/odds/many')) {
      this.odds += 1;
      const { of } = JSON.parse(String(request.body)) as { of: { action: { n?: number; do: string } }[] };
      return of.map(({ action }, i) => {
        if (action.do === 'secret') return { odds: null, no: { key: 'secret_odds', text: 'Non.', rule: '' } };
        return i < this.quick ? { odds, no: null } : { odds: null, no: null };
      });
    }
    if (path.endsWith('/odds/answers')) {
      return { who: 'a', look: 'l', looks: ['l'], answers: [{ answer: 'oui', odds }] };
    }
    if (path.endsWith('/sheets')) return mapped(this.sheets);
    if (path.includes('/sheets/')) return { who: path.split('/').at(-1)?.replace('?view_as=', ' ') };
    if (path.includes('/commands')) {
      const { command } = JSON.parse(String(request.body));
      const entry = this.add(command.do, command.text ?? '');
      return { seq: entry.seq, entry, repeated: false };
    }
    return {
      campaign: { id: 'c', game: 'g', title: 'Essai', created: 0, last: this.log.length, rules_version: '' },
      member,
    };
  }
}

let server: Server;

const mapped = (sheets: Record<string, string>) =>
  Object.fromEntries(Object.entries(sheets).map(([who, says]) => [who, { who: says } as unknown as Sheet]));

class Socket {
  told: Record<string, string> = {}; // sheets
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  constructor(readonly url: string) {
    queueMicrotask(() => {
      if (server.down) return this.onclose?.();
      server.sockets.push(this);
      this.hear({ type: 'hello', seq: server.log.length, member: 'm1', beat: 20 });
      const after = Number(/after=(\d+)/.exec(url)?.[1] ?? server.log.length);
      for (const entry of server.log.slice(after)) this.tell(entry, true);
    });
  }
  tell(entry: Entry, changed: boolean): void {
    const message: Message = { type: 'entry', seq: entry.seq, entry };
    this.hear(server.terse || entry.seq < server.log.length ? message : { ...message, now: this.standing(changed) });
  }
  standing(changed: boolean): Standing {
    if (!changed) return {};
    const eyes = /view_as=(\w+)/.exec(this.url)?.[1] ?? '';
    const sheets = Object.entries(server.sheets).filter(([who, says]) => this.told[who] !== says);
    this.told = { ...server.sheets };
    return {
      table: server.table(eyes),
      actions: { a: server.actions(eyes) },
      sheets: mapped(Object.fromEntries(sheets)),
    };
  }
  hear(message: Message): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  close(): void {
    server.sockets = server.sockets.filter((each) => each !== this);
    queueMicrotask(() => this.onclose?.());
  }
}

describe('a table', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    server = new Server();
    vi.stubGlobal('fetch', server.fetch);
    vi.stubGlobal('WebSocket', Socket);
    vi.stubGlobal('location', { origin: 'http://here' });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const settle = () => vi.advanceTimersByTimeAsync(200);
  const numbers = (table: Table) => table.entries.map((entry) => entry.seq);

  async function opened(): Promise<Table> {
    const table = new Table('c');
    await table.open();
    await settle();
    return table;
  }

  it('opens, and hears what happens', async () => {
    const table = await opened();
    expect([table.link, table.me?.name, table.mine[0]?.name]).toEqual(['live', 'Marie', 'Alys']);
    server.add('act', 'Alys frappe.');
    await settle();
    expect(numbers(table)).toEqual([1, 2]);
    table.close();
  });

  it('is told how the table stands after play and talk, once for many entries, and asks for nothing', async () => {
    const table = await opened();
    const before = table.version;
    server.asked = [];
    server.add('say', 'Bonjour');
    await settle();
    expect([table.at, table.version]).toEqual([2, before]);
    server.add('act', 'un');
    server.sheets.a = 'a blessé';
    server.add('act', 'deux');
    await settle();
    expect([table.at, table.version]).toEqual([4, before + 1]);
    expect([table.sheet('a'), table.sheet('b'), table.actions('a')?.length]).toEqual([
      { who: 'a blessé' },
      { who: 'b' },
      1,
    ]);
    server.sheets.b = 'b blessé';
    server.add('undo', 'deux');
    await settle();
    expect([table.sheet('a'), table.sheet('b')]).toEqual([{ who: 'a blessé' }, { who: 'b blessé' }]);
    expect([table.sheetAt('a'), table.sheetAt('b')]).toEqual([5, 5]);
    await settle();
    expect(server.asked).toEqual([]);
    table.close();
  });

  it('asks how the table stands where it is not told, once for many entries', async () => {
    const table = await opened();
    server.asked = [];
    server.terse = true;
    server.add('act', 'un');
    server.add('act', 'deux');
    await settle();
    expect(server.asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(3500);
    expect([server.asked, table.at]).toEqual([['GET /campaigns/c/table'], 3]);
    table.close();
  });

  it('asks for it at once when it comes back and has done something meanwhile', async () => {
    const table = await opened();
    for (const socket of [...server.sockets]) socket.close();
    await vi.advanceTimersByTimeAsync(0);
    await table.do({ do: 'end_encounter' });
    await vi.advanceTimersByTimeAsync(0);
    server.asked = [];
    server.add('say', 'Nothing has changed since the link was made.');
    expect([table.link, table.at]).toEqual(['live', 1]);
    await settle();
    expect([server.asked, table.at]).toEqual([['GET /campaigns/c/table'], 3]);
    table.close();
  });

  it('shows nothing older than it was told', async () => {
    const table = await opened();
    server.held = [];
    table.sheet('a');
    server.terse = true;
    server.add('act', 'un');
    await vi.advanceTimersByTimeAsync(3500);
    server.terse = false;
    server.sheets.a = 'a blessé';
    server.add('act', 'deux');
    await settle();
    const { version } = table;
    expect(server.held.map(({ path }) => path)).toEqual(['/campaigns/c/sheets/a', '/campaigns/c/table']);
    await server.free(/sheets|table/);
    expect([table.sheet('a'), table.at, table.version]).toEqual([{ who: 'a blessé' }, 3, version]);
    table.close();
  });

  it('shows its own command once, whichever of answer and news is first', async () => {
    const table = await opened();
    const done = await table.do({ do: 'say', text: 'oui' });
    await settle();
    expect(done.seq).toBe(2);
    expect(numbers(table)).toEqual([1, 2]);
    table.close();
  });

  it('comes back by itself with all it has missed, and sends what waited', async () => {
    const table = await opened();
    server.down = true;
    for (const socket of [...server.sockets]) socket.close();
    await settle();
    expect(table.link).toBe('lost');
    const answer = table.do({ do: 'say', text: 'coupé' });
    await settle();
    expect(table.outbox.unsent).toHaveLength(1);
    server.log.push({ seq: 2, kind: 'act', events: [] });
    server.down = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await answer).seq).toBe(3);
    expect(table.link).toBe('live');
    expect(numbers(table)).toEqual([1, 2, 3]);
    table.close();
  });

  it('asks for the table again where it could not be read, though nothing more happens', async () => {
    const table = await opened();
    const before = table.version;
    server.terse = true;
    server.down = true;
    server.add('act', 'Alys frappe.');
    await vi.advanceTimersByTimeAsync(3500);
    expect(table.version).toBe(before);
    server.down = false;
    await vi.advanceTimersByTimeAsync(6000);
    expect(table.version).toBe(before + 1);
    table.close();
  });

  it('does not say that one sees with other eyes while it shows what one saw before', async () => {
    const table = await opened();
    server.down = true;
    await expect(table.look('m2')).rejects.toThrow();
    expect([table.viewAs, table.gm]).toEqual(['', true]);
    table.close();
  });

  it('shows the eyes chosen last, in whatever order the answers come', async () => {
    const table = await opened();
    server.held = [];
    const looks = [table.look('m2'), table.look('m3')];
    await settle();
    await server.free(/log/);
    await server.free(/table/);
    await Promise.all(looks);
    expect([table.viewAs, table.seen?.title, table.entries[0]?.member]).toEqual(['m3', 'Essaim3', 'm3']);
    table.close();
  });

  it('takes nothing in with the old eyes while it changes them', async () => {
    const table = await opened();
    server.held = [];
    const look = table.look('m2');
    await server.free(/log/);
    server.add('act', 'Un secret du meneur.');
    await settle();
    expect(numbers(table)).toEqual([1]);
    await server.free(/table/);
    await look;
    server.held = null;
    expect(table.seen?.title).toBe('Essaim2');
    await vi.advanceTimersByTimeAsync(3000);
    expect(numbers(table)).toEqual([1, 2]); // told again over the new link
    table.close();
  });

  it('shows no sheet and no action that was asked for with other eyes, and asks again', async () => {
    const table = await opened();
    server.held = [];
    table.sheet('a');
    table.actions('a');
    await vi.advanceTimersByTimeAsync(30);
    const look = table.look('m2');
    await server.free(/log/);
    await server.free(/table/);
    await look;
    await server.free(/sheets|actions/); // those of the eyes before
    expect([table.sheet('a'), table.actions('a')]).toEqual([null, null]);
    await settle();
    await server.free(/sheets|actions/);
    expect([table.sheet('a'), table.actions('a')?.[0]?.text]).toEqual([{ who: 'a m2' }, 'Frapperm2']);
    table.close();
  });

  it('asks again for actions and odds that could not be read, though nothing more happens', async () => {
    const table = await opened();
    server.down = true;
    table.actions('a');
    table.chance({ do: 'x' });
    await settle();
    server.down = false;
    await vi.advanceTimersByTimeAsync(1500);
    table.actions('a'); // whoever looks
    await settle();
    expect([table.actions('a')?.length, table.chance({ do: 'x' }).odds?.yes]).toEqual([1, 0.5]);
    table.close();
  });

  it('asks again for odds that did not come before the play changed', async () => {
    const table = await opened();
    server.held = [];
    server.quick = 0; // no time for any
    table.chance({ do: 'x' });
    await vi.advanceTimersByTimeAsync(30);
    server.add('act', 'un');
    await vi.advanceTimersByTimeAsync(90);
    await server.free(/table/);
    table.chance({ do: 'x' }); // whoever looks at the change
    server.quick = 100;
    await server.free(/odds/);
    await settle();
    await server.free(/odds/);
    expect(table.chance({ do: 'x' })).toMatchObject({ odds: { yes: 0.5 }, stale: false });
    table.close();
  });

  it('keeps the members as they were told last', async () => {
    const table = await opened();
    const { answer } = server;
    let name = 'Marie';
    server.answer = (path, request) =>
      path.endsWith('/members') ? [{ id: 'm1', name }] : answer.call(server, path, request);
    server.held = [];
    const first = table.reloadMembers();
    name = 'Marie la Grande';
    const second = table.reloadMembers();
    await settle();
    await server.free(/./);
    await Promise.all([first, second]);
    expect(table.members[0]?.name).toBe('Marie la Grande');
    table.close();
  });

  it('knows which entry it tells of', async () => {
    const table = await opened();
    const done = await table.do({ do: 'end_encounter' });
    expect(table.at).toBeLessThan(done.seq);
    await settle();
    expect(table.at).toBe(done.seq);
    table.close();
  });

  it('takes a link that says nothing for dead', async () => {
    const table = await opened();
    const first = server.sockets[0];
    await vi.advanceTimersByTimeAsync(50_000);
    expect(server.sockets[0]).not.toBe(first);
    expect(table.link).toBe('live');
    table.close();
  });

  it('works out odds only when somebody looks, and once for each state', async () => {
    const table = await opened();
    const action = { do: 'x', actor: 'a' };
    expect(table.chance(action).odds).toBeNull();
    table.chance(action);
    await settle();
    expect(table.chance(action)).toMatchObject({ odds: { yes: 0.5 }, stale: false });
    expect(server.odds).toBe(1);
    server.add('act', 'Alys frappe.');
    await settle();
    expect(table.chance(action)).toMatchObject({ odds: { yes: 0.5 }, stale: true });
    await settle();
    expect(server.odds).toBe(2);
    table.close();
  });

  it('asks for all that is in sight in a handful of requests', async () => {
    const table = await opened();
    const deeds = Array.from({ length: 45 }, (_, n) => ({ do: 'x', actor: 'a', n }));
    const look = () => {
      for (const who of ['a', 'b']) table.sheet(who);
      table.actions('a');
      for (const deed of deeds) table.chance(deed);
    };
    for (let turn = 0; turn < 3; turn++) {
      server.asked = [];
      server.add('act', 'un');
      await vi.advanceTimersByTimeAsync(90);
      look();
      look();
      await settle();
      look();
      expect(server.asked).toEqual([
        'POST /campaigns/c/odds/many', // 40 of them
        'POST /campaigns/c/odds/many', // and the rest
      ]);
    }
    expect([table.sheet('a'), table.sheet('b'), table.actions('a')?.length]).toEqual([{ who: 'a' }, { who: 'b' }, 1]);
    expect(deeds.every((deed) => table.chance(deed).odds?.yes === 0.5)).toBe(true);
    table.close();
  });

  it('asks for several sheets at once, and for none that may not be read twice', async () => {
    const table = await opened();
    server.asked = [];
    for (const who of ['a', 'b', 'c']) table.sheet(who);
    await settle();
    expect(['a', 'b', 'c'].map((who) => table.sheet(who))).toEqual([{ who: 'a' }, { who: 'b' }, null]);
    await settle();
    expect(server.asked).toEqual(['GET /campaigns/c/sheets']);
    table.close();
  });

  it('asks for one sheet alone if no other is looked at', async () => {
    const table = await opened();
    server.asked = [];
    table.sheet('b');
    await settle();
    expect([server.asked, table.sheet('b')]).toEqual([['GET /campaigns/c/sheets/b'], { who: 'b' }]);
    table.close();
  });

  it('asks again for odds the server had no time for, and says why there are none', async () => {
    const table = await opened();
    server.quick = 2;
    const deeds = [...Array.from({ length: 5 }, (_, n) => ({ do: 'x', n })), { do: 'secret' }];
    for (const deed of deeds) table.chance(deed);
    await settle();
    expect(server.odds).toBe(3);
    expect(deeds.map((deed) => table.chance(deed).odds?.yes)).toEqual([0.5, 0.5, 0.5, 0.5, 0.5, undefined]);
    expect(table.chance({ do: 'secret' }).why).toBe('Non.');
    table.close();
  });

  it('leaves a server that has had enough alone for as long as it says', async () => {
    const table = await opened();
    const { fetch } = server;
    vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
      if (!/odds|sheets/.test(url)) return fetch(url, request);
      server.asked.push(url);
      return new Response('{"key":"rate"}', { status: 429, headers: { 'Retry-After': '3' } });
    });
    server.asked = [];
    table.chance({ do: 'x' });
    table.sheet('a');
    await vi.advanceTimersByTimeAsync(2900);
    expect(server.asked).toHaveLength(2);
    vi.stubGlobal('fetch', fetch);
    await vi.advanceTimersByTimeAsync(500);
    expect([table.chance({ do: 'x' }).odds?.yes, table.sheet('a')]).toEqual([0.5, { who: 'a' }]);
    table.close();
  });

  it('knows the odds of the answers to this question, and none of the last', async () => {
    const table = await opened();
    expect(table.answers(0).odds).toBeNull();
    await settle();
    expect(table.answers(0).odds?.answers[0]?.odds.yes).toBe(0.5);
    server.add('answer', 'oui');
    await vi.advanceTimersByTimeAsync(90);
    expect(table.answers(0).odds).toBeNull();
    table.close();
  });

  it('holds only the end of a long log, and asks for what was before', async () => {
    for (let i = 2; i <= 350; i++) server.log.push({ seq: i, kind: 'act', events: [] });
    const table = await opened();
    expect([table.entries.length, table.first]).toEqual([100, 251]);
    expect(await table.older()).toBe(true);
    expect([table.entries.length, table.first]).toEqual([200, 151]);
    for (let i = 0; i < 800; i++) server.add('say', 'x');
    await settle();
    expect(table.entries.length).toBeLessThanOrEqual(900);
    expect(table.entries.at(-1)?.seq).toBe(1150);
    table.close();
  });

  it('reads everything again when the log was restored from before', async () => {
    for (let i = 2; i <= 9; i++) server.log.push({ seq: i, kind: 'act', events: [] });
    const table = await opened();
    server.log = server.log.slice(0, 4);
    for (const socket of [...server.sockets]) socket.close();
    await vi.advanceTimersByTimeAsync(3000);
    expect(numbers(table)).toEqual([1, 2, 3, 4]);
    table.close();
  });

  it('says why it was closed, and does not come back', async () => {
    const table = await opened();
    server.sockets[0]?.hear({ type: 'gone', seq: 1, key: 'removed', text: "Vous n'êtes plus de cette table." });
    await vi.advanceTimersByTimeAsync(30_000);
    expect([table.link, table.refused?.message]).toEqual(['closed', "Vous n'êtes plus de cette table."]);
    expect(server.sockets).toHaveLength(0);
  });
});
