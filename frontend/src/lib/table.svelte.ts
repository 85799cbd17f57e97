/** One table, as the server tells it. The server holds the truth: nothing is guessed here, only kept and asked again. */
import { getContext, setContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { Link, type LinkState } from './link';
import { isTalk, joined } from './log';
import { Outbox } from './outbox.svelte';
import { api, liveUrl, newId, Refused } from './server';
import type { Action, Campaign, Command, Deed, Done, Entry, Member, Message, Odds, Person, Seen, Sheet } from './types';

const PAGE = 100; // entries asked for at once
const WINDOW = 600; // entries kept while one reads the end of the log; older ones are asked for again
const ODDS_AT_ONCE = 2;
const SOON = 25; // milliseconds: several entries at once are one change

/** Something asked of the server, as it stood at some version of the table. */
interface Kept<T> {
  version: number;
  value: T | null;
  error: Refused | null;
}

export interface Chance {
  odds: Odds | null;
  /** Why there are none. */
  why: string;
  /** The table has changed since: the new figure is on its way. */
  stale: boolean;
}

export class Table {
  campaign = $state.raw<Campaign | null>(null);
  me = $state.raw<Member | null>(null);
  members = $state.raw<Member[]>([]);
  /** The table as this member sees it. */
  seen = $state.raw<Seen | null>(null);
  /** Grows whenever the play may have changed. */
  version = $state(0);
  /** The end of the log, gapless; entries before the first are asked for by `older`. */
  entries = $state.raw<Entry[]>([]);
  here = $state.raw<string[]>([]);
  link = $state<LinkState>('opening');
  /** Why this table cannot be shown, in the server's words. */
  refused = $state.raw<Refused | null>(null);
  /** The member whose eyes the game master borrows. */
  viewAs = $state('');
  /** Why a command of an earlier visit was refused. */
  late = $state.raw<Refused | null>(null);
  /** Whether the last entries are in sight: older ones may then be let go. */
  atEnd = true;

  readonly outbox: Outbox;
  #link: Link;
  #last = 0;
  #early = new Map<number, Entry>(); // answers that came before the news of what went before them
  #changing: ReturnType<typeof setTimeout> | undefined;
  #loading: Promise<void> | null = null;
  #dirty = false;
  #older: Promise<boolean> | null = null;
  #closed = false;
  #sheets = new SvelteMap<string, Kept<Sheet>>();
  #actions = new SvelteMap<string, Kept<Action[]>>();
  #chances = new SvelteMap<string, Kept<Odds>>();
  #asked = new Set<string>();
  #oddsWanted: { key: string; action: Deed; look: string; version: number }[] = [];
  #oddsRunning = 0;
  #heard = new Set<(entry: Entry) => void>();

  constructor(readonly id: string) {
    this.outbox = new Outbox(
      `tablee.unsent.${id}`,
      (own, command) => this.#send(own, command),
      newId,
      (no) => {
        this.late = no;
      },
    );
    this.#link = new Link({
      url: () => liveUrl(this.id, this.#last, this.viewAs),
      heard: (message) => this.#told(message),
      became: (state) => this.#became(state),
    });
  }

  // ------------------------------------------------------------ what one asks of it

  get gm(): boolean {
    return this.me?.role === 'gm' && !this.viewAs;
  }

  get people(): Person[] {
    return this.seen?.people ?? [];
  }

  get mine(): Person[] {
    return this.people.filter((person) => person.mine);
  }

  person(who: string): Person | undefined {
    return this.people.find((person) => person.id === who);
  }

  member(id: string): Member | undefined {
    return this.members.find((member) => member.id === id);
  }

  name(who: string): string {
    return this.person(who)?.name ?? this.member(who)?.name ?? who;
  }

  /** The first entry that is there; 1: the whole log is. */
  get first(): number {
    return this.entries[0]?.seq ?? 1;
  }

  /** A sheet; null while it is on its way, or if it may not be read. */
  sheet(who: string): Sheet | null {
    return this.#wanted(this.#sheets, who, (id) => api.sheet(this.id, id, this.viewAs));
  }

  /** What somebody may do; null while it is on its way. */
  actions(who: string): Action[] | null {
    return this.#wanted(this.#actions, who, (id) => api.actions(this.id, id, this.viewAs));
  }

  /** The odds of an action; asked of the server the first time somebody looks. */
  chance(action: Deed, look = ''): Chance {
    const key = `${look}|${JSON.stringify(action)}`;
    const kept = this.#chances.get(key);
    if (kept?.version !== this.version) this.#wantOdds(key, action, look);
    return {
      odds: kept?.value ?? null,
      why: kept?.error?.message ?? '',
      stale: kept?.version !== this.version,
    };
  }

  /** Do something. Refused with the server's sentence; kept and sent again while the server cannot be reached. */
  do(command: Command, label = ''): Promise<Done> {
    return this.outbox.give(command, label || command.do);
  }

  /** Be told of every entry as it comes. */
  onEntry(heard: (entry: Entry) => void): () => void {
    this.#heard.add(heard);
    return () => this.#heard.delete(heard);
  }

  // ------------------------------------------------------------ opening and closing

  async open(): Promise<void> {
    try {
      const [sitting, members, table, log] = await Promise.all([
        api.open(this.id),
        api.members(this.id),
        api.table(this.id, this.viewAs),
        api.log(this.id, undefined, PAGE, this.viewAs),
      ]);
      if (this.#closed) return;
      this.campaign = sitting.campaign;
      this.me = sitting.member;
      this.members = members;
      this.entries = log;
      this.#last = log.at(-1)?.seq ?? 0;
      this.#show(table.table);
      this.refused = null;
      this.#link.open();
      void this.outbox.flush();
      if (table.seq < this.#last) this.#changed();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.later && !this.#closed) {
        this.link = 'lost';
        setTimeout(() => void this.open(), Math.max(1500, error.retryAfter * 1000));
      }
      if (!error.later || !this.seen) this.refused = error;
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#changing);
    this.#link.close();
    this.outbox.close();
  }

  /** The network may be back, or somebody looks at the page again. */
  hurry(): void {
    this.#link.hurry();
    void this.outbox.flush();
  }

  /** The network is gone, or seems so: try the link at once rather than trust it. */
  cut(): void {
    this.#link.restart();
  }

  /** See the table through another member's eyes; one's own if none is named. */
  async look(member: string): Promise<void> {
    this.viewAs = member;
    await this.#again();
    this.#link.restart();
  }

  /** Older entries, before the first there is; false when there are none. */
  older(): Promise<boolean> {
    this.#older ??= this.#loadOlder().finally(() => {
      this.#older = null;
    });
    return this.#older;
  }

  async reloadMembers(): Promise<void> {
    const [sitting, members] = await Promise.all([api.open(this.id), api.members(this.id)]);
    this.campaign = sitting.campaign;
    this.me = sitting.member;
    this.members = members;
  }

  async #loadOlder(): Promise<boolean> {
    const first = this.first;
    if (first <= 1) return false;
    const more = await api.log(this.id, first, PAGE, this.viewAs);
    if (this.first === first) this.entries = [...more, ...this.entries];
    return more.length > 0;
  }

  /** Read everything again. */
  async #again(): Promise<void> {
    const log = await api.log(this.id, undefined, PAGE, this.viewAs);
    this.entries = log;
    this.#last = log.at(-1)?.seq ?? 0;
    this.#early.clear();
    this.#sheets.clear();
    this.#actions.clear();
    this.#chances.clear();
    await this.#load();
  }

  // ------------------------------------------------------------ being told

  #became(state: LinkState): void {
    this.link = state;
    if (state === 'live') void this.outbox.flush();
  }

  #told(message: Message): void {
    switch (message.type) {
      case 'hello':
        if (message.seq < this.#last) void this.#again(); // the log was restored
        break;
      case 'entry':
        this.#take(message.entry);
        break;
      case 'presence':
        this.here = message.here;
        break;
      case 'gone':
        if (message.key === 'sockets' || message.key === 'rate') break;
        this.refused = new Refused(403, message.key, message.text);
        this.link = 'closed';
        this.#link.close();
    }
  }

  /** An entry, from the link or as the answer to a command, whichever is first. */
  #take(entry: Entry): void {
    if (entry.seq <= this.#last) return;
    this.#early.set(entry.seq, entry);
    const more: Entry[] = [];
    for (let next = this.#early.get(this.#last + 1); next; next = this.#early.get(this.#last + 1)) {
      this.#early.delete(next.seq);
      this.#last = next.seq;
      more.push(next);
    }
    if (!more.length) return;
    let all = joined(this.entries, more);
    if (this.atEnd && all.length > WINDOW * 1.5) all = all.slice(-WINDOW);
    this.entries = all;
    for (const each of more) for (const heard of this.#heard) heard(each);
    if (more.some((each) => !isTalk(each))) this.#changed();
    if (more.some((each) => each.events?.some(({ event }) => event.what.startsWith('table.member')))) {
      void this.reloadMembers().catch(() => {});
    }
  }

  async #send(own: string, command: Command): Promise<Done> {
    const done = await api.command(this.id, own, command);
    if (!this.viewAs) this.#take(done.entry);
    if (this.link !== 'live') this.#link.hurry();
    return done;
  }

  #changed(): void {
    clearTimeout(this.#changing);
    this.#changing = setTimeout(() => void this.#load().catch(() => {}), SOON);
  }

  /** The table as it stands; asked once at a time, and once more if something happened meanwhile. */
  #load(): Promise<void> {
    this.#dirty = true;
    this.#loading ??= (async () => {
      while (this.#dirty && !this.#closed) {
        this.#dirty = false;
        const { table } = await api.table(this.id, this.viewAs);
        this.#show(table);
      }
    })().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  #show(table: Seen): void {
    this.seen = table;
    this.version += 1;
    this.#oddsWanted = [];
    if (this.#chances.size > 2000) this.#chances.clear();
  }

  // ------------------------------------------------------------ asked when somebody looks

  #wanted<T>(kept: SvelteMap<string, Kept<T>>, who: string, load: (who: string) => Promise<T>): T | null {
    const known = kept.get(who);
    if (who && known?.version !== this.version) this.#ask(kept, who, load, this.version);
    return known?.value ?? null;
  }

  #ask<T>(kept: SvelteMap<string, Kept<T>>, who: string, load: (who: string) => Promise<T>, version: number): void {
    const key = `${kept === (this.#sheets as unknown) ? 's' : 'a'}${who}`;
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    const keep = (value: T | null, error: Refused | null) => {
      this.#asked.delete(key);
      if (!this.#closed) kept.set(who, { version, value, error });
    };
    load(who).then(
      (value) => keep(value, null),
      (error) => {
        if (!(error instanceof Refused) || !error.later) return keep(null, error instanceof Refused ? error : null);
        setTimeout(() => keep(kept.get(who)?.value ?? null, error), Math.max(1000, error.retryAfter * 1000));
      },
    );
  }

  #wantOdds(key: string, action: Deed, look: string): void {
    const version = this.version;
    if (this.#asked.has(key) || this.#oddsWanted.some((each) => each.key === key)) return;
    this.#oddsWanted.push({ key, action, look, version });
    queueMicrotask(() => this.#workOut());
  }

  #workOut(): void {
    while (this.#oddsRunning < ODDS_AT_ONCE && this.#oddsWanted.length && !this.#closed) {
      const next = this.#oddsWanted.shift();
      if (!next || next.version !== this.version) continue;
      this.#oddsRunning += 1;
      this.#asked.add(next.key);
      api
        .odds(this.id, next.action, next.look)
        .then(
          (value) => this.#chances.set(next.key, { version: next.version, value, error: null }),
          async (error) => {
            if (!(error instanceof Refused)) return;
            if (error.status === 429) await new Promise((go) => setTimeout(go, error.retryAfter * 1000));
            else this.#chances.set(next.key, { version: next.version, value: null, error });
          },
        )
        .finally(() => {
          this.#oddsRunning -= 1;
          this.#asked.delete(next.key);
          this.#workOut();
        });
    }
  }
}

const CONTEXT = Symbol('table');

let current: Table | undefined; // for what floats outside the page it belongs to

export function provideTable(table: Table): void {
  setContext(CONTEXT, table);
  current = table;
}

export function leaveTable(table: Table): void {
  table.close();
  if (current === table) current = undefined;
}

/** The table of the page one is on; none on pages without one. */
export function useTable(): Table {
  return getContext<Table | undefined>(CONTEXT) ?? (current as Table);
}
