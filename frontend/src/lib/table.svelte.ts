/** One table, as the server tells it. The server holds the truth: nothing is guessed here, only kept as it is told. */
import { getContext, setContext } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import { Batch, type Left, NOTHING_LEFT } from './batch';
import { Link, type LinkState } from './link';
import { isTalk, joined } from './log';
import { Outbox } from './outbox.svelte';
import { from } from './pictures';
import { api, liveUrl, newId, Refused } from './server';
import type {
  Action,
  Answers,
  At,
  Best,
  Campaign,
  Chances,
  Command,
  Deed,
  Done,
  Emblem,
  Entry,
  Member,
  Message,
  Odds,
  Person,
  Seen,
  Sheet,
  Standing,
  Stroke,
  Way,
} from './types';

const PAGE = 100; // entries asked for at once
const WINDOW = 600; // entries kept while one reads the end of the log; older ones are asked for again
const ODDS_AT_ONCE = 40; // as many as the server works out in one request
const NEVER = -1; // a version that is always out of date
const SOON = 80; // milliseconds: every screen draws what happened before what it changed, and several entries are one change
const LATE = 3000; // milliseconds after which what an entry changed is asked for, if it was not told

/** Something asked of the server, as it stood at some version of the table. */
interface Kept<T> {
  version: number;
  value: T | null;
  error: Refused | null;
  /** The last entry it surely tells of. */
  at?: number;
}

interface Wish {
  action: Deed;
  look: string;
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
  /** The last entry that `seen` tells of. */
  at = $state(0);
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
  #due = 0; // the last entry that may have changed the play
  #next: (At & { actions: Record<string, Action[]> }) | null = null; // told, and shown soon
  #behind = false; // the link takes it that one knows of more than is shown
  #sheetsTold = new Map<string, Sheet>(); // every sheet this link has told, as it told it last
  #older: Promise<boolean> | null = null;
  #eyes = ''; // whose what is shown was read with
  #reads = 0; // how often everything was asked for again
  #reading = Promise.resolve();
  #looking = 0;
  #rolls = 0; // how often the members were asked for
  #closed = false;
  /** What is worth a pause and was not closed yet: the log may be laid out anew by the very thing it tells. */
  worth = $state.raw<{ entry: Entry; stroke: Stroke } | null>(null);
  /** The encounter whose end was shown. */
  ended: number | null = null;
  /** The emblems of those who have left, as far as they were asked for. */
  readonly gone = new SvelteMap<string, Emblem>();
  #sheets = new SvelteMap<string, Kept<Sheet>>();
  #actions = new SvelteMap<string, Kept<Action[]>>();
  #reach = new SvelteMap<string, Kept<Way[]>>();
  #chances = new SvelteMap<string, Kept<Odds>>();
  #best = new SvelteMap<string, Kept<Best[]>>();
  #answers = new SvelteMap<string, Kept<Answers>>();
  #asked = new Set<string>();
  #sheetsWanted = new Batch<string>(Number.POSITIVE_INFINITY, (wanted) => this.#askSheets(wanted));
  #oddsWanted = new Batch<Wish>(ODDS_AT_ONCE, (wanted) => this.#askOdds(wanted));
  #heard = new Set<(entry: Entry) => void>();

  constructor(readonly id: string) {
    from.table = id;
    from.viewAs = () => this.viewAs;
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
    const known = this.#sheets.get(who);
    if (who && known?.version !== this.version) this.#sheetsWanted.want(who, who);
    return known?.value ?? null;
  }

  /** The last entry that somebody's sheet surely tells of. */
  sheetAt(who: string): number {
    return this.#sheets.get(who)?.at ?? 0;
  }

  /** What somebody may do; null while it is on its way, nothing if one may not know. */
  actions(who: string): Action[] | null {
    const known = this.#actions.get(who);
    if (who && known?.version !== this.version) {
      this.#ask(this.#actions, `actions.${who}`, who, () => api.actions(this.id, who, this.viewAs));
    }
    return known?.value ?? (known?.error && !known.error.later ? [] : null);
  }

  /** Where somebody may go from where he stands: null while it is on its way; stale: it may have changed since. */
  reach(who: string): { ways: Way[] | null; stale: boolean } {
    const { x, y } = this.person(who) ?? {};
    const key = `${who}|${x}|${y}`;
    const known = this.#reach.get(key);
    const stale = known?.version !== this.version;
    if (stale) this.#ask(this.#reach, `reach.${key}`, key, () => api.reach(this.id, who, this.viewAs));
    return { ways: known?.value ?? (known?.error && !known.error.later ? [] : null), stale };
  }

  /** The odds of an action; asked of the server the first time somebody looks. */
  chance(action: Deed, look = ''): Chance {
    const key = `${look}|${JSON.stringify(action)}`;
    const kept = this.#chances.get(key);
    if (kept?.version !== this.version) this.#oddsWanted.want(key, { action, look });
    return {
      odds: kept?.value ?? null,
      why: kept?.error?.message ?? '',
      stale: kept?.version !== this.version,
    };
  }

  /** The odds of each answer to a question; `around`: of a long range of amounts, those around this one. */
  answers(question: number, look = '', around?: number): { odds: Answers | null; why: string } {
    const key = `${question}|${look}|${around ?? ''}`;
    const kept = this.#answers.get(key);
    const now = kept?.version === this.version ? kept : null; // the next question has answers of its own
    if (!now) this.#ask(this.#answers, `answers.${key}`, key, () => api.answers(this.id, question, look, around));
    return { odds: now?.value ?? null, why: now?.error?.message ?? '' };
  }

  /** What somebody might well do now; null until it is worked out. */
  best(who: string): Best[] | null {
    const kept = this.#best.get(who);
    if (who && kept?.version !== this.version) {
      this.#ask(this.#best, `best.${who}`, who, () => api.best(this.id, who));
      return null;
    }
    return kept?.value ?? [];
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
      this.#last = this.#due = log.at(-1)?.seq ?? 0;
      this.#show(table);
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
    this.#sheetsWanted.close();
    this.#oddsWanted.close();
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
    this.#looking += 1;
    try {
      await this.#again();
    } catch (error) {
      if (this.#looking === 1) this.viewAs = this.#eyes; // what is shown is still what one saw before
      throw error;
    } finally {
      this.#looking -= 1;
      if (!this.#looking) this.#link.restart();
    }
  }

  /** Older entries, before the first there is; false when there are none. */
  older(): Promise<boolean> {
    this.#older ??= this.#loadOlder().finally(() => {
      this.#older = null;
    });
    return this.#older;
  }

  async reloadMembers(): Promise<void> {
    const mine = ++this.#rolls;
    const [sitting, members] = await Promise.all([api.open(this.id), api.members(this.id)]);
    if (mine !== this.#rolls) return; // asked again since
    this.campaign = sitting.campaign;
    this.me = sitting.member;
    this.members = members;
  }

  async #loadOlder(): Promise<boolean> {
    const [first, reads] = [this.first, this.#reads];
    if (first <= 1) return false;
    const more = await api.log(this.id, first, PAGE, this.viewAs);
    if (this.first === first && reads === this.#reads) this.entries = [...more, ...this.entries];
    return more.length > 0;
  }

  /** Read everything again. Where it is asked for twice, both wait for the second answer. */
  #again(): Promise<void> {
    this.#reading = this.#readAll(++this.#reads);
    return this.#reading;
  }

  async #readAll(mine: number): Promise<void> {
    const log = await api.log(this.id, undefined, PAGE, this.viewAs);
    if (mine !== this.#reads) return this.#reading;
    this.#eyes = this.viewAs;
    this.entries = log;
    this.#last = this.#due = log.at(-1)?.seq ?? 0;
    this.at = Math.min(this.at, this.#last); // the log may have been restored
    this.#next = null;
    this.#early.clear();
    this.#sheets.clear();
    this.#actions.clear();
    this.#reach.clear();
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
        this.#sheetsTold.clear();
        this.#behind = this.at < this.#last;
        if (message.seq < this.#last)
          this.#again().catch(() => {}); // the log was restored; the next hello asks again
        else if (this.#behind) this.#changed();
        break;
      case 'entry':
        // While one changes eyes it is heard with the old ones: the link is made again from the end of what was read.
        if (this.#looking) break;
        this.#take(message.entry);
        if (message.now) this.#stand(message.seq, message.now);
        break;
      case 'presence':
        this.here = message.here;
        break;
      case 'gone':
        if (['sockets', 'crowd', 'rate'].includes(message.key)) break; // later it may be let in
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
    const last = more.findLast((each) => !isTalk(each));
    if (last) {
      this.#due = last.seq;
      this.#changed();
    }
    if (more.some((each) => each.events?.some(({ what }) => what.startsWith('table.member')))) {
      void this.reloadMembers().catch(() => {});
    }
  }

  async #send(own: string, command: Command): Promise<Done> {
    const done = await api.command(this.id, own, command);
    if (!this.viewAs) this.#take(done.entry);
    if (this.link !== 'live') this.#link.hurry();
    return done;
  }

  /** How the table stands after an entry. */
  #stand(seq: number, { table, actions = {}, sheets = {} }: Standing): void {
    for (const [who, sheet] of Object.entries(sheets)) this.#sheetsTold.set(who, sheet);
    if (seq < this.at) return; // what is shown was read since
    if (table) this.#next = { seq, table, actions };
    else if (this.#next) this.#next = { ...this.#next, seq };
    else if (!this.#behind) this.at = seq;
    if (this.#next) this.#changed();
  }

  #changed(): void {
    clearTimeout(this.#changing);
    this.#changing = setTimeout(() => this.#renew(), SOON);
  }

  /** Show what was told; ask where it was not, at once if nobody will tell it. */
  #renew(): void {
    const next = this.#next;
    this.#next = null;
    if (next && next.seq >= this.at) {
      this.#behind &&= next.seq < this.#last;
      this.#show(next);
      this.#keep(next);
    }
    if (this.at >= this.#due && !this.#behind) return;
    const told = this.link === 'live' && !this.#behind;
    this.#changing = setTimeout(() => void this.#load().catch((no) => this.#later(no)), told ? LATE : 0);
  }

  /** What came with the table is as it stands now; so is every sheet the link has told. */
  #keep({ seq, table, actions }: At & { actions: Record<string, Action[]> }): void {
    const { version } = this;
    for (const [who, value] of Object.entries(actions)) this.#actions.set(who, { version, value, error: null });
    for (const { id, sheet } of table.people) {
      const value = sheet ? this.#sheetsTold.get(id) : undefined;
      if (value) this.#sheets.set(id, { version, value, error: null, at: seq });
    }
  }

  /** The table could not be read: it is asked for again, lest one see what is no longer so. */
  #later(no: unknown): void {
    if (!(no instanceof Refused) || !no.later || this.#closed) return;
    clearTimeout(this.#changing);
    this.#changing = setTimeout(() => this.#changed(), pause(no));
  }

  /** The table as it stands; asked once at a time, and once more if something happened meanwhile. */
  #load(): Promise<void> {
    this.#dirty = true;
    this.#loading ??= (async () => {
      while (this.#dirty && !this.#closed) {
        this.#dirty = false;
        const { viewAs } = this;
        const table = await api.table(this.id, viewAs);
        if (viewAs !== this.viewAs) {
          this.#dirty = true; // one sees with other eyes by now
        } else if (table.seq >= this.at) {
          this.#behind &&= table.seq < this.#last;
          this.#show(table);
        }
      }
    })().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  #show({ seq, table }: At): void {
    this.seen = table;
    this.at = seq;
    this.version += 1;
    this.#oddsWanted.clear();
    this.#answers.clear();
    if (this.#chances.size > 2000) this.#chances.clear();
  }

  // ------------------------------------------------------------ asked when somebody looks

  #ask<T>(kept: SvelteMap<string, Kept<T>>, mark: string, key: string, load: () => Promise<T>): void {
    if (this.#asked.has(mark)) return;
    this.#asked.add(mark);
    const { version, viewAs } = this;
    const keep = (value: T | null, error: Refused | null, when = version) => {
      this.#asked.delete(mark);
      if (this.#closed) return;
      const known = kept.get(key);
      if (viewAs !== this.viewAs) return this.#ask(kept, mark, key, load); // one sees with other eyes by now
      if (!known || known.version <= version) kept.set(key, { version: when, value, error }); // or it was told since
    };
    load().then(
      (value) => keep(value, null),
      (error) => {
        if (!(error instanceof Refused) || !error.later) return keep(null, error instanceof Refused ? error : null);
        setTimeout(() => keep(kept.get(key)?.value ?? null, error, NEVER), pause(error)); // whoever looks asks again
      },
    );
  }

  /** One sheet, or all at once where several are looked at. */
  async #askSheets(wanted: [string, string][]): Promise<Left<string>> {
    const { version, viewAs, at } = this;
    const only = wanted.length === 1 ? wanted[0]?.[0] : undefined;
    let found: Record<string, Sheet> = {};
    let no: Refused | null = null;
    try {
      found = only ? { [only]: await api.sheet(this.id, only, viewAs) } : await api.sheets(this.id, viewAs);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      no = error;
    }
    if (this.#closed) return NOTHING_LEFT;
    if (viewAs !== this.viewAs) return { again: wanted, rest: 0 };
    if (no?.later) return { again: wanted, rest: pause(no) };
    for (const who of new Set([...wanted.map(([key]) => key), ...Object.keys(found)])) {
      const known = this.#sheets.get(who);
      if (known && known.version > version) continue; // told since
      this.#sheets.set(who, { version, value: found[who] ?? null, error: no, at });
    }
    return NOTHING_LEFT;
  }

  async #askOdds(wanted: [string, Wish][]): Promise<Left<Wish>> {
    const version = this.version;
    let found: Chances[] = [];
    let failed: Refused | null = null;
    try {
      const of = wanted.map(([, wish]) => wish);
      found = await api.manyOdds(this.id, of);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      failed = error;
    }
    const again: [string, Wish][] = [];
    wanted.forEach((one, i) => {
      const { odds = null, no = null } = found[i] ?? {};
      const error = no ? new Refused(409, no.key, no.text, no.rule) : failed?.later ? null : failed;
      if (odds || error) this.#chances.set(one[0], { version, value: odds, error });
      else if (version === this.version) again.push(one); // the server had no time for it
    });
    return { again, rest: failed?.later ? pause(failed) : 0 };
  }
}

/** How long to leave the server alone after this, in milliseconds. */
function pause(no: Refused): number {
  return Math.max(1000, no.retryAfter * 1000);
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
