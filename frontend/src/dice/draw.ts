/** Dice on a canvas: drawn by themselves, since a die is convex and what faces the reader is all one sees. */
import { after, dot, facing, solid, spin, type Turn, turned, unit, type Vector } from './solids';
import type { Die } from './throws';

const ROLL = 750; // milliseconds
const REST = 1100;
const FADE = 250;
export const LASTS = ROLL + REST + FADE;

/** How long, from this time of the throw, they lie still: there is nothing to draw meanwhile. */
export function still(time: number): number {
  return time < ROLL ? 0 : Math.max(0, ROLL + REST - time);
}

const LIGHT: Vector = [-0.37, 0.56, 0.74];
const LEAN = spin([1, 0, 0], -0.3); // one sees a little of the sides

export interface Ink {
  die: readonly [number, number, number];
  figure: string;
}

export interface Flying {
  die: Die;
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
  size: number;
  axis: Vector;
  spins: number;
  land: Turn;
}

/** Where each die begins and lands in a field this large; the last row stands above `floor`. */
export function launched(dice: readonly Die[], width: number, floor: number, chance: () => number): Flying[] {
  const size = dice.length > 8 ? 22 : 30;
  const step = size * 2.3;
  const across = Math.max(1, Math.min(dice.length, Math.floor((width - 16) / step)));
  return dice.map((die, i) => {
    const row = Math.floor(i / across);
    const inRow = Math.min(across, dice.length - row * across);
    const x = width / 2 + ((i % across) - (inRow - 1) / 2) * step;
    const y = Math.max(size + 4, floor - size * 1.2 - row * step);
    const face = solid(die.shape)[die.side];
    const tilt = spin([0, 0, 1], (chance() - 0.5) * 0.3);
    return {
      die,
      from: [-size - step * chance() * 2, y - size * (1 + 2 * chance())],
      to: [x, y],
      size,
      axis: unit([0.25 * (chance() - 0.5), 0.95, 0.3]),
      spins: 5 + 4 * chance(),
      land: after(tilt, after(LEAN, face ? facing(face) : spin([0, 0, 1], 0))),
    };
  });
}

/** The dice as they are so many milliseconds after the throw. */
export function draw(context: CanvasRenderingContext2D, dice: readonly Flying[], time: number, inks: Ink): void {
  const { canvas } = context;
  context.resetTransform();
  context.clearRect(0, 0, canvas.width, canvas.height);
  const scale = canvas.width / (canvas.clientWidth || canvas.width);
  context.globalAlpha = Math.max(0, Math.min(1, (LASTS - time) / FADE));
  const t = Math.min(1, time / ROLL);
  const slow = 1 - (1 - t) ** 3;
  for (const each of dice) {
    const hop = Math.abs(Math.cos(t * Math.PI * 2.5)) * (1 - t) ** 1.5 * each.size * 2.5;
    const x = each.from[0] + (each.to[0] - each.from[0]) * slow;
    const y = each.from[1] + (each.to[1] - each.from[1]) * slow - hop;
    const turn = after(spin(each.axis, each.spins * (1 - slow)), each.land);
    context.setTransform(scale, 0, 0, scale, x * scale, y * scale);
    one(context, each.die, turn, each.size, inks);
  }
}

function one(context: CanvasRenderingContext2D, die: Die, turn: Turn, size: number, inks: Ink): void {
  const base = context.getTransform();
  solid(die.shape).forEach((face, i) => {
    const normal = turned(turn, face.normal);
    if (normal[2] < 0.01) return;
    const shade = 0.62 + 0.42 * Math.max(0, dot(normal, LIGHT));
    context.setTransform(base);
    context.beginPath();
    for (const corner of face.corners) {
      const [x, y] = turned(turn, corner);
      context.lineTo(x * size, -y * size);
    }
    context.closePath();
    context.fillStyle = `rgb(${inks.die.map((part) => Math.min(255, Math.round(part * shade))).join(' ')})`;
    context.strokeStyle = context.fillStyle;
    context.lineWidth = 1.2; // no gap between two faces
    context.lineJoin = 'round';
    context.fill();
    context.stroke();
    const label = die.labels[i] ?? '';
    const [cx, cy] = turned(turn, face.centre);
    const right = turned(turn, face.right);
    const up = turned(turn, face.up);
    context.transform(right[0], -right[1], -up[0], up[1], cx * size, -cy * size);
    context.fillStyle = inks.figure;
    context.font = `600 ${(face.room * size * (label.length > 1 ? 1.05 : 1.35)).toFixed(1)}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(label, 0, face.room * size * 0.08);
  });
}
