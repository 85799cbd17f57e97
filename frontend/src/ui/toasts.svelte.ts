/** Short words at the edge of the page that go by themselves. A refusal stays longer. */
import { Refused } from '../lib/server';

export interface Toast {
  id: number;
  text: string;
  rule: string;
  bad: boolean;
}

export const toasts = $state<Toast[]>([]);
let next = 1;

export function toast(text: string, bad = false, rule = ''): void {
  if (!text || toasts.some((each) => each.text === text)) return;
  const id = next++;
  toasts.push({ id, text, rule, bad });
  if (toasts.length > 4) toasts.shift();
  setTimeout(() => dismiss(id), bad ? 9000 : 4000);
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((each) => each.id === id);
  if (at >= 0) toasts.splice(at, 1);
}

/** Say why something was refused; anything else is a fault of ours and goes on. */
export function complain(error: unknown): void {
  if (!(error instanceof Refused)) throw error;
  if (error.key !== 'dropped') toast(error.message, true, error.rule);
}

/** Do something and say it if it is refused; whether it was done. */
export async function attempt<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    complain(error);
    return undefined;
  }
}
