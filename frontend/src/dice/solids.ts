/** The shapes of dice, worked out from their corners: pure functions, tested. */

export type Vector = readonly [number, number, number];
/** Three rows. */
export type Turn = readonly [Vector, Vector, Vector];

export interface Face {
  corners: readonly Vector[];
  centre: Vector;
  /** Outwards; with `right` and `up` it is how the figure on the face is read. */
  normal: Vector;
  right: Vector;
  up: Vector;
  /** From the centre to the nearest edge. */
  room: number;
}

const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const times = (a: Vector, k: number): Vector => [a[0] * k, a[1] * k, a[2] * k];
const minus = (a: Vector, b: Vector): Vector => add(a, times(b, -1));
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: Vector): Vector => times(a, 1 / Math.hypot(...a));

const GOLD = (1 + Math.sqrt(5)) / 2;
const SIGNS = [-1, 1];

function corners(sides: number): Vector[] {
  const cube = SIGNS.flatMap((x) => SIGNS.flatMap((y) => SIGNS.map((z): Vector => [x, y, z])));
  /** Three golden rectangles, across one another. */
  const golden = (a: number, b: number) =>
    SIGNS.flatMap((x) =>
      SIGNS.flatMap((y): Vector[] => [
        [0, x * a, y * b],
        [x * a, y * b, 0],
        [y * b, 0, x * a],
      ]),
    );
  if (sides === 4) return cube.filter(([x, y, z]) => x * y * z > 0);
  if (sides === 6) return cube;
  if (sides === 8) return [0, 1, 2].flatMap((i) => SIGNS.map((s) => times(axis(i), s)));
  if (sides === 12) return [...cube, ...golden(1 / GOLD, GOLD)];
  if (sides === 20) return golden(1, GOLD);
  const low = Math.tan(Math.PI / 10) ** 2; // so that the four corners of a face lie in one plane
  const ring = Array.from({ length: 10 }, (_, k): Vector => {
    const angle = (k * Math.PI) / 5;
    return [Math.cos(angle), Math.sin(angle), k % 2 ? low : -low];
  });
  return [...ring, [0, 0, 1], [0, 0, -1]];
}

const axis = (i: number): Vector => [Number(i === 0), Number(i === 1), Number(i === 2)];

/** Every plane through three corners that has the others behind it is a face. */
function faces(points: readonly Vector[]): Face[] {
  const found: Face[] = [];
  points.forEach((a, i) => {
    points.slice(i + 1).forEach((b, j) => {
      for (const c of points.slice(i + j + 2)) {
        let normal = unit(cross(minus(b, a), minus(c, a)));
        if (dot(normal, a) < 0) normal = times(normal, -1);
        const far = dot(normal, a);
        if (points.some((point) => dot(normal, point) > far + 1e-6)) continue;
        if (found.some((face) => dot(face.normal, normal) > 1 - 1e-6)) continue;
        const own = points.filter((point) => dot(normal, point) > far - 1e-6);
        found.push(face(own, normal));
      }
    });
  });
  return found;
}

function face(own: readonly Vector[], normal: Vector): Face {
  const centre = times(own.reduce(add), 1 / own.length);
  const longest = own.reduce((a, b) =>
    Math.hypot(...minus(b, centre)) > Math.hypot(...minus(a, centre)) + 1e-6 ? b : a,
  );
  // A square is read along its edge, every other face towards its furthest corner.
  const other = own.find((point) => Math.abs(dot(minus(point, centre), minus(longest, centre))) < 1e-6);
  const top = own.length === 4 && other ? times(add(longest, other), 0.5) : longest;
  const up = unit(minus(top, centre));
  const right = cross(up, normal);
  const angle = (point: Vector) => Math.atan2(dot(minus(point, centre), up), dot(minus(point, centre), right));
  const round = [...own].sort((a, b) => angle(a) - angle(b));
  const room = Math.min(
    ...round.map((point, i) => {
      const next = round[(i + 1) % round.length] ?? point;
      return Math.hypot(...cross(unit(minus(next, point)), minus(centre, point)));
    }),
  );
  return { corners: round, centre, normal, right, up, room };
}

export const SHAPES = [4, 6, 8, 10, 12, 20] as const;
const made = new Map<number, Face[]>();

/** The faces of a die with so many sides, its corners one away from its middle. */
export function solid(sides: number): Face[] {
  let found = made.get(sides);
  if (!found) {
    const points = corners(sides);
    const size = Math.max(...points.map((point) => Math.hypot(...point)));
    found = faces(points.map((point) => times(point, 1 / size)));
    made.set(sides, found);
  }
  return found;
}

export const turned = (turn: Turn, a: Vector): Vector => [dot(turn[0], a), dot(turn[1], a), dot(turn[2], a)];

/** One turn after another. */
export function after(second: Turn, first: Turn): Turn {
  const columns = [0, 1, 2].map((i): Vector => [first[0][i] ?? 0, first[1][i] ?? 0, first[2][i] ?? 0]);
  const row = (a: Vector): Vector => [
    dot(a, columns[0] as Vector),
    dot(a, columns[1] as Vector),
    dot(a, columns[2] as Vector),
  ];
  return [row(second[0]), row(second[1]), row(second[2])];
}

/** Round an axis by an angle. */
export function spin([x, y, z]: Vector, angle: number): Turn {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const k = 1 - c;
  return [
    [c + x * x * k, x * y * k - z * s, x * z * k + y * s],
    [y * x * k + z * s, c + y * y * k, y * z * k - x * s],
    [z * x * k - y * s, z * y * k + x * s, c + z * z * k],
  ];
}

/** So that this face looks at the reader, upright. */
export const facing = (face: Face): Turn => [face.right, face.up, face.normal];
