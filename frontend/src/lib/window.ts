/** Which rows of a long list are in sight: pure functions, tested. */

/** Where each row begins, and where the last one ends. */
export function offsetsOf<T>(items: readonly T[], height: (item: T) => number): Float64Array {
  const offsets = new Float64Array(items.length + 1);
  for (const [i, item] of items.entries()) offsets[i + 1] = (offsets[i] ?? 0) + height(item);
  return offsets;
}

/** The rows between two heights, and some more on either side: [first, behind the last]. */
export function windowOf(offsets: Float64Array, top: number, height: number, more = 400): [number, number] {
  const last = offsets.length - 1;
  return [at(offsets, top - more), Math.min(last, at(offsets, top + height + more) + 1)];
}

/** The row that covers this height. */
function at(offsets: Float64Array, height: number): number {
  let low = 0;
  let high = Math.max(0, offsets.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((offsets[middle] ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}
