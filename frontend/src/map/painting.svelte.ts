/** Fog painted and lifted with a brush: each stroke is a command of its own. */
import type { Table } from '../lib/table.svelte';
import { attempt } from '../ui/toasts.svelte';
import { type Cell, keyOf } from './grid';
import { covered } from './tools';
import { t } from './words';

type Stroke = ReadonlyMap<string, Cell>;

export class Painting {
  brush = $state(1);
  /** Where the keys have led the brush. */
  aim = $state.raw<Cell | null>(null);
  #stroke = $state.raw<Stroke>(new Map());
  #sent = $state.raw<readonly Stroke[]>([]);
  /** The cells under way: of the stroke now, and of those that are not answered yet. */
  readonly cells = $derived([...new Map([...this.#sent, this.#stroke].flatMap((each) => [...each])).values()]);

  constructor(private readonly table: Table) {}

  over(at: Cell): void {
    const under = covered(at, this.brush, this.table.seen?.board ?? null);
    this.#stroke = new Map([...this.#stroke, ...under.map((cell) => [keyOf(...cell), cell] as const)]);
  }

  /** The stroke is given up. */
  drop(): void {
    this.#stroke = new Map();
  }

  async lift(dark: boolean): Promise<void> {
    const stroke = this.#stroke;
    this.drop();
    if (!stroke.size) return;
    this.#sent = [...this.#sent, stroke];
    const cells = [...stroke.values()].map(([x, y]): [number, number] => [x, y]);
    await attempt(this.table.do({ do: 'fog', cells, dark }, t(dark ? 'toolFog' : 'toolClear')));
    this.#sent = this.#sent.filter((each) => each !== stroke);
  }
}
