/** Where the chosen one may go and whom he may act upon; moving him by the rules, or setting him down. */
import { api } from '../lib/server';
import type { Table } from '../lib/table.svelte';
import type { Action, Person, Way } from '../lib/types';
import { attempt, toast } from '../ui/toasts.svelte';
import type { Choosing } from './choosing.svelte';
import { type Cell, keyOf } from './grid';
import type { Tool } from './tools';
import { anywhere, type Costs, costs, reach, targets, waysTo } from './ways';
import { cellName, t } from './words';

/** Several things one may do there. */
export interface Choice {
  title: string;
  actions: readonly Action[];
}

const kindsOf = (ways: readonly Way[]) => new Set(ways.map((way) => way.action.do));

export class Moving {
  tool = $state<Tool>('rules');
  choice = $state.raw<Choice | null>(null);
  #asked = 0; // moves; only the last goes on

  constructor(
    private readonly table: Table,
    private readonly choosing: Choosing,
  ) {}

  /** Somebody is to act. */
  readonly turn = $derived.by(() => Boolean(this.table.seen?.encounter?.turn.length));
  readonly #who = $derived.by(() => (this.tool === 'rules' ? this.choosing.selected?.id : undefined));
  readonly #ways = $derived.by(() => (this.#who ? this.table.reach(this.#who).ways : []));
  readonly actions = $derived.by(() => (this.#who ? this.table.actions(this.#who) : []));
  /** Whether it has been read what he may do. */
  readonly known = $derived.by(() => this.#ways !== null && this.actions !== null);
  readonly ways = $derived.by(() => this.#ways ?? []);
  readonly prices = $derived.by(() => this.ways.map(costs));
  /** The cells of each way that lie on the map; last those the rules offer without saying what they cost. */
  readonly reach = $derived.by<Costs[]>(() => {
    if (!this.turn) return [];
    const others = reach(this.actions ?? [], kindsOf(this.ways));
    return [...this.prices, new Map([...others.keys()].map((key) => [key, null]))]
      .map((found) => this.#onMap(found))
      .filter(({ size }) => size);
  });
  readonly reached = $derived.by(() => new Set(this.reach.flatMap((found) => [...found.keys()])));
  readonly targets = $derived.by(() => targets(this.actions ?? [], this.choosing.placed));

  #onMap(found: Costs): Costs {
    const { cells } = this.choosing.map;
    return cells.size ? new Map([...found].filter(([key]) => cells.has(key))) : found;
  }

  async move(person: Person, to: Cell): Promise<void> {
    const { map } = this.choosing;
    this.choosing.choose(person.id);
    if (!this.choosing.holds(to)) return toast(t('offMap'), true);
    const asked = ++this.#asked;
    if (this.tool === 'put' || !this.choosing.standing(person)) return this.#put(person, to);
    const [ways, actions] = await this.#openTo(person.id);
    if (!ways || !actions || asked !== this.#asked) return;
    const leading = waysTo(ways, map.grid, to, this.choosing.standing(person) ?? undefined);
    if (this.turn) await this.#go(ways, actions, leading, to);
    else if (leading[0]) await this.act(leading[0]);
    else await this.#put(person, to);
  }

  async #put({ id, name }: Person, to: Cell): Promise<void> {
    const label = t('putTo', { name, cell: cellName(this.choosing.map.grid, to) });
    await attempt(this.table.do({ do: 'put', who: id, x: to[0], y: to[1] }, label));
  }

  /** Where somebody may go now, and what he may do: as shown, or asked for now; nothing where it cannot be read. */
  #openTo(who: string): Promise<[ways?: readonly Way[], actions?: readonly Action[]]> {
    const { id, viewAs } = this.table;
    const { ways, stale } = this.table.reach(who);
    return Promise.all([
      ways && !stale ? ways : attempt(api.reach(id, who, viewAs)),
      this.table.actions(who) ?? attempt(api.actions(id, who, viewAs)),
    ]);
  }

  /** A move by the rules: at once where nothing is left to chance, else one chooses; the server says why there is none. */
  async #go(ways: readonly Way[], actions: readonly Action[], leading: readonly Action[], to: Cell): Promise<void> {
    const [first, way, kinds] = [leading[0], ways[0], kindsOf(ways)];
    const free = this.table.seen?.ground?.plots.length ? [] : anywhere(actions, to, kinds);
    const open = [...leading, ...(reach(actions, kinds).get(keyOf(...to)) ?? free)];
    if (first && !first.looks?.length) await this.act(first);
    else if (open.length) this.choice = { title: t('chooseWay'), actions: open };
    else if (way) await this.act({ text: '', action: { ...way.action, x: to[0], y: to[1] } });
    else toast(actions.find(({ action, closed }) => closed && 'x' in action)?.closed ?? t('noReach'), true);
  }

  async act({ action, text }: Action): Promise<void> {
    this.choice = null;
    await attempt(this.table.do({ do: 'act', action }, text));
  }
}
