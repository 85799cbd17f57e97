/** Fingers, mouse, wheel and keys on a map: they move the paper, or tell what is wanted of tokens and cells. */
import type { Person } from '../lib/types';
import { type Cell, keyOf, type View } from './grid';
import type { Paper, Point } from './paper.svelte';
import type { Token } from './tokens';

/** What a map is touched for. */
export interface Touch {
  movable: (person: Person) => boolean;
  /** A token, or a cell without one, is tapped. */
  token: (person: Person) => void;
  cell: (cell: Cell) => void;
  /** A token is picked up, by hand or because the keys have come to it. */
  pick: (person: Person) => void;
  drop: (person: Person, cell: Cell) => void;
  /** The brush is over a cell; then it is lifted, or the stroke is given up. */
  paint: (cell: Cell) => void;
  lift: (kept: boolean) => void;
  hover: (cell: Cell | null) => void;
  /** A key that does not move the paper. */
  key: (event: KeyboardEvent) => void;
}

/** What lies under the hand; without `touch` nothing is to be touched. */
export interface Under {
  tokens: readonly Token[];
  /** Every stroke paints cells rather than moves the paper. */
  painting: boolean;
  /** Where the keys have led. */
  aim: Cell | null;
  touch: Touch | undefined;
}

/** Two fingers: the point between them, and how far they are apart. */
interface Pinch extends Point {
  apart: number;
}

const DRAG = 7; // pixels before a press is a stroke
const REST = 500; // milliseconds after which a finger rests
const ASIDE: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [1, 0],
  ArrowRight: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export class Hand {
  /** Who is dragged, and over which cell. */
  drag = $state.raw<{ who: string; cell: Cell } | null>(null);
  #down = new Map<number, Point>();
  #began: { at: Point; view: View; who: string; finger: boolean } | null = null;
  #moved = false;
  #tapped: { who: string; cell: Cell } | null = null;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #pinch: Pinch = { x: 0, y: 0, apart: 1 };

  constructor(
    private readonly paper: Paper,
    private readonly under: () => Under,
  ) {}

  #person(who: string): Person | undefined {
    return this.under().tokens.find(({ person }) => person.id === who)?.person;
  }

  #letGo(): void {
    this.drag = null;
    this.#began = null;
    clearTimeout(this.#resting);
  }

  pressed(event: PointerEvent): void {
    const { painting, touch } = this.under();
    if (!touch || event.button > 0) return;
    const at = this.paper.place(event);
    this.#down.set(event.pointerId, at);
    this.paper.window?.setPointerCapture(event.pointerId);
    if (this.#down.size > 1) {
      this.#letGo();
      if (painting) touch.lift(false);
      this.#pinch = this.#pinched();
      return;
    }
    const who = (event.target as Element).closest<SVGElement>('[data-who]')?.dataset.who ?? '';
    const finger = event.pointerType === 'touch';
    this.#began = { at, view: this.paper.view, who, finger };
    this.#moved = false;
    this.#tapped = null;
    if (painting) touch.paint(this.paper.cell(at));
    else if (finger) this.#resting = setTimeout(() => this.#rested(at), REST);
  }

  /** A finger that rests says what is there, and does nothing else. */
  #rested(at: Point): void {
    if (this.#moved || !this.#began) return;
    this.#moved = true;
    this.under().touch?.hover(this.paper.cell(at));
  }

  #pinched(): Pinch {
    const [a = { x: 0, y: 0 }, b = a] = this.#down.values();
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) };
  }

  strokes(event: PointerEvent): void {
    const { painting, touch } = this.under();
    if (!touch) return;
    const at = this.paper.place(event);
    const cell = this.paper.cell(at);
    if (!this.#down.has(event.pointerId)) {
      touch.hover(cell);
      return;
    }
    this.#down.set(event.pointerId, at);
    if (this.#down.size === 2) {
      const [before, now] = [this.#pinch, this.#pinched()];
      this.paper.slide(now.x - before.x, now.y - before.y);
      this.paper.zoom(now.apart / before.apart, now);
      this.#pinch = now;
    }
    const began = this.#began;
    if (!began) return;
    const [dx, dy] = [at.x - began.at.x, at.y - began.at.y];
    if (!this.#moved && Math.hypot(dx, dy) < DRAG) return;
    this.#moved = true;
    clearTimeout(this.#resting);
    const person = this.#person(began.who);
    if (painting) touch.paint(cell);
    else if (person && !began.finger && touch.movable(person)) {
      if (!this.drag) touch.pick(person);
      this.drag = { who: person.id, cell };
      touch.hover(cell);
    } else if (!this.drag) this.paper.slide(dx, dy, began.view);
  }

  released(event: PointerEvent): void {
    if (!this.#down.delete(event.pointerId) || this.#down.size) return;
    const { painting, touch, tokens } = this.under();
    const [began, drag] = [this.#began, this.drag];
    const given = event.type !== 'pointercancel';
    this.#letGo();
    if (painting) touch?.lift(given);
    else if (given && drag) {
      const token = tokens.find(({ person }) => person.id === drag.who);
      if (token && keyOf(...token.cell) !== keyOf(...drag.cell)) touch?.drop(token.person, drag.cell);
    } else if (given && began && !this.#moved) {
      this.#tapped = { who: began.who, cell: this.paper.cell(this.paper.place(event)) };
    }
  }

  /** A tap counts when it is over: whatever opens on it must not be what the click of the same finger falls on. */
  clicked(): void {
    const [tapped, { touch }] = [this.#tapped, this.under()];
    this.#tapped = null;
    if (!tapped) return;
    const person = this.#person(tapped.who);
    if (person) touch?.token(person);
    else if (!tapped.who) touch?.cell(tapped.cell);
  }

  left(): void {
    this.under().touch?.hover(null);
  }

  wheel(event: WheelEvent): void {
    if (!this.under().touch) return;
    event.preventDefault();
    this.paper.zoom(Math.exp(-event.deltaY * 0.0015), this.paper.place(event));
  }

  keys(event: KeyboardEvent): void {
    const { touch } = this.under();
    if (!touch || event.ctrlKey || event.metaKey || event.altKey) return;
    const aside = event.shiftKey ? ASIDE[event.key] : undefined;
    if (event.key === '+' || event.key === '=') this.paper.zoom(1.25);
    else if (event.key === '-') this.paper.zoom(0.8);
    else if (event.key === 'Home') this.paper.all();
    else if (aside) this.paper.slide((aside[0] * this.paper.width) / 4, (aside[1] * this.paper.height) / 4);
    else if (event.key === 'Escape' && this.drag) this.#letGo();
    else {
      touch.key(event);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The keys have come to a token. */
  focused(event: FocusEvent, { person, cell }: Token): void {
    const { touch } = this.under();
    if (!touch || !(event.currentTarget as Element).matches(':focus-visible')) return;
    this.paper.show(cell);
    if (touch.movable(person)) touch.pick(person);
  }

  /** A key on a token. */
  entered(event: KeyboardEvent, { person }: Token): void {
    const { aim, touch } = this.under();
    if (event.key !== 'Enter' && event.key !== ' ') return;
    if (event.key === 'Enter' && aim) return; // what is planned goes on
    event.preventDefault();
    event.stopPropagation();
    touch?.token(person);
  }
}
