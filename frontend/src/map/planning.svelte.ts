/** What is meant before anything is sent: a step, what is done from where it leads, and what both would come to. */
import { api, Refused } from '../lib/server';
import type { Table } from '../lib/table.svelte';
import type { Action, Aim, Person } from '../lib/types';
import { attempt, toast } from '../ui/toasts.svelte';
import type { Choosing } from './choosing.svelte';
import { type Cell, keyOf } from './grid';
import type { Moving } from './moving.svelte';
import { pathTo } from './path';
import { cheapest, onlyOn, selfish, targets, waysTo } from './ways';

/** A move that is meant: where to, by which cells, at what cost. */
export interface Step {
  action: Action;
  cell: Cell;
  path: readonly Cell[];
  cost: number | null;
}

export class Planning {
  step = $state.raw<Step | null>(null);
  deed = $state.raw<Action | null>(null);
  /** Whose card is open. */
  looked = $state('');
  aim = $state.raw<Aim | null>(null);
  #after = $state.raw<readonly Action[] | null>(null);
  #asked = 0; // questions to the server; only the answer to the last counts

  constructor(
    private readonly table: Table,
    private readonly choosing: Choosing,
    private readonly moving: Moving,
  ) {}

  readonly begun = $derived.by(() => Boolean(this.step || this.deed));
  /** What is open to the chosen one from where the step leads; null: not known yet. */
  readonly offered = $derived.by(() => (this.step ? this.#after : this.moving.actions));
  /** How far what is meant reaches, where it is done from included. */
  readonly range = $derived.by<readonly Cell[]>(() => {
    const { selected } = this.choosing;
    const from = this.step?.cell ?? (selected ? this.choosing.standing(selected) : null);
    const found = this.aim?.range ?? [];
    return found.length && from ? [...found, from] : found;
  });
  readonly person = $derived.by(() => this.table.person(this.looked));

  /** What the chosen one may do to somebody, or by himself if it is he. */
  readonly deeds = $derived.by<readonly Action[] | null>(() => {
    const { person, offered } = this;
    if (!person || !offered) return person ? null : [];
    const open = offered.filter((action) => !action.closed && !action.choose);
    if (person.id === this.choosing.selected?.id) return selfish(open, this.choosing.present);
    const cell = this.choosing.standing(person);
    return [...(targets(open, [person]).get(person.id) ?? []), ...(cell ? onlyOn(open, cell) : [])];
  });

  /** A cell is meant: a step there, or, meant for the second time, the whole plan is played. False: no step leads there. */
  cell(to: Cell): boolean {
    const { selected, map } = this.choosing;
    const from = selected && this.choosing.standing(selected);
    if (!selected || !from || !this.choosing.holds(to)) return false;
    if (this.step && keyOf(...this.step.cell) === keyOf(...to)) {
      void this.play();
      return true;
    }
    const way = waysTo(this.moving.ways, map.grid, to, from).find((each) => !each.looks?.length);
    if (!way || !this.moving.turn) return false;
    const costs = this.moving.prices.find((found) => found.has(keyOf(...to))) ?? new Map();
    this.deed = this.aim = this.#after = null;
    this.step = {
      action: way,
      cell: to,
      path: pathTo(map.grid, costs, from, to),
      cost: cheapest(this.moving.prices, keyOf(...to)),
    };
    void this.#foresee(selected, this.step);
    return true;
  }

  async #foresee(person: Person, step: Step): Promise<void> {
    const asked = ++this.#asked;
    const found = await api.plan(this.table.id, person.id, step.action.action).catch(() => []);
    if (asked === this.#asked && this.step === step) this.#after = found;
  }

  /** Something is meant to be done: what it covers is asked for. */
  async choose(action: Action): Promise<void> {
    this.deed = action;
    this.aim = null;
    const asked = ++this.#asked;
    const found = await api.aim(this.table.id, action.action, this.step?.action.action).catch((no) => {
      if (no instanceof Refused && asked === this.#asked) toast(no.message, true);
      return null;
    });
    if (asked === this.#asked && this.deed === action) this.aim = found;
  }

  look(person: Person): void {
    this.looked = this.looked === person.id ? '' : person.id;
  }

  /** One step back: what is done, the card, the move. False: there was nothing left. */
  back(): boolean {
    if (this.deed) this.deed = this.aim = null;
    else if (this.looked) this.looked = '';
    else if (this.step) this.step = this.#after = null;
    else return false;
    return true;
  }

  /** Nothing is meant any more; whoever is looked at still is. */
  drop(): void {
    this.deed = this.aim = this.step = this.#after = null;
    this.#asked += 1;
  }

  clear(): void {
    this.drop();
    this.looked = '';
  }

  async play(): Promise<void> {
    const { step, deed } = this;
    const last = deed ?? step?.action;
    if (!last) return;
    this.clear();
    const first = deed && step ? { first: step.action.action } : {};
    await attempt(this.table.do({ do: 'act', action: last.action, ...first }, last.text));
  }
}
