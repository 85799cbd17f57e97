/** The paper a map is drawn on, and what of it is in sight: it is slid, brought nearer, and fits the room there is. */
import { type Box, type Cell, cellUnder, centre, fitted, type Grid, held, pointAt, type View, zoomed } from './grid';

const READABLE = 26; // pixels of a cell under which one cannot read what stands in it
const INSIDE = 30; // pixels from the edge where a cell is well in sight

/** What lies on it: all of that, and how large a cell may become when all of it is shown. */
export interface Laid {
  grid: Grid;
  whole: Box;
  most: number;
}

export interface Point {
  x: number;
  y: number;
}

export class Paper {
  /** The window, in pixels. */
  width = $state(0);
  height = $state(0);
  view = $state.raw<View>({ x: 0, y: 0, scale: 40 });
  window: Element | undefined;
  #given: View | null = null;

  constructor(private readonly laid: () => Laid) {}

  get readable(): boolean {
    return this.view.scale >= READABLE;
  }

  /** Nobody has moved it since it was laid. */
  get untouched(): boolean {
    return this.view === this.#given;
  }

  /** Show all of it, or what is near where all would be too small to read. */
  lay(near: Box | null): void {
    this.all();
    if (near && !this.readable) {
      const close = fitted(near, this.width, this.height, 40);
      const scale = Math.max(close.scale, READABLE);
      this.view = held({ ...close, scale }, this.laid().whole, this.width, this.height);
    }
    this.#given = this.view;
  }

  all(): void {
    const { whole, most } = this.laid();
    this.view = fitted(whole, this.width, this.height, most);
  }

  /** Nearer or farther, around a point of the window: its middle if none is named. */
  zoom(factor: number, { x, y } = { x: this.width / 2, y: this.height / 2 }): void {
    this.view = zoomed(this.view, factor, x, y, this.width, this.height);
  }

  /** So many pixels to the right and down, from how it lay. */
  slide(x: number, y: number, from = this.view): void {
    this.view = { scale: from.scale, x: from.x - x / from.scale, y: from.y - y / from.scale };
  }

  /** Bring a cell into sight. */
  show(cell: Cell): void {
    const [x, y] = centre(this.laid().grid, cell);
    if (!this.holds(this.pixel(x, y), -INSIDE)) this.view = { ...this.view, x, y };
  }

  /** Where a point of the paper lies in the window. */
  pixel(x: number, y: number): [number, number] {
    const { view, width, height } = this;
    return [(x - view.x) * view.scale + width / 2, (y - view.y) * view.scale + height / 2];
  }

  /** Whether a point lies in the window, or so many pixels beside it. */
  holds([x, y]: readonly [number, number], margin = 0): boolean {
    return x > -margin && x < this.width + margin && y > -margin && y < this.height + margin;
  }

  /** Where in the window something happens. */
  place(event: MouseEvent): Point {
    const { left, top } = this.window?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /** The cell under a point of the window; its middle if none is named. */
  cell({ x, y }: Point = { x: this.width / 2, y: this.height / 2 }): Cell {
    return cellUnder(this.laid().grid, ...pointAt(this.view, x, y, this.width, this.height));
  }

  /** The cell under the pointer; null: it is beside the map. */
  under(event: MouseEvent): Cell | null {
    const at = this.place(event);
    return this.holds([at.x, at.y]) ? this.cell(at) : null;
  }
}
