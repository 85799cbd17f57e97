/** Who stands on the map, whom one may move, and the one who is chosen. */
import type { Table } from '../lib/table.svelte';
import type { Person } from '../lib/types';
import { type Cell, keyOf } from './grid';
import { land } from './land';
import { placeOn } from './tokens';

export class Choosing {
  #picked = $state('');
  #aim = $state.raw<{ who: string; cell: Cell } | null>(null);

  constructor(private readonly table: Table) {}

  readonly map = $derived.by(() => land(this.table.seen?.board ?? null, this.table.seen?.ground));
  readonly present = $derived.by(() => this.table.people.filter((person) => !person.away));
  readonly placed = $derived.by(() => this.present.filter((person) => this.standing(person)));
  readonly own = $derived.by(() => this.placed.filter((person) => this.may(person)));
  readonly unplaced = $derived.by(() => {
    if (!this.map.cells.size) return [];
    return this.present.filter((person) => !this.standing(person) && this.may(person));
  });
  /** Whoever was picked, else the one to act, else one's own. */
  readonly selected = $derived.by(
    () =>
      [...this.own, ...this.unplaced].find((person) => person.id === this.#picked) ??
      this.own.find((person) => person.turn) ??
      (this.table.gm ? undefined : this.own.find((person) => person.mine)),
  );

  /** Whether a cell lies on the map; where the ground is open every cell does. */
  holds(cell: Cell): boolean {
    return !this.map.cells.size || this.map.cells.has(keyOf(...cell));
  }

  /** The cell of the map somebody stands on. */
  standing(person: Person): Cell | null {
    const cell = placeOn(person);
    return cell && this.holds(cell) ? cell : null;
  }

  /** Whether one may move somebody. */
  may(person: Person): boolean {
    const { viewAs, me, gm } = this.table;
    return !viewAs && me?.role !== 'spectator' && (gm || Boolean(person.mine));
  }

  /** Where the keys have led the chosen one. */
  get aim(): Cell | null {
    return this.#aim && this.#aim.who === this.selected?.id ? this.#aim.cell : null;
  }

  set aim(cell: Cell | null) {
    this.#aim = cell && this.selected ? { who: this.selected.id, cell } : null;
  }

  choose(who: string): void {
    this.#picked = who;
    this.#aim = null;
  }
}
