/** What is asked for again while the same is still under way is not done twice. */
export function once(): <T>(mark: string, work: () => Promise<T>) => Promise<T | undefined> {
  const busy = new Set<string>();
  return async (mark, work) => {
    if (busy.has(mark)) return undefined;
    busy.add(mark);
    try {
      return await work();
    } finally {
      busy.delete(mark);
    }
  };
}

/** A box or a list that was changed: if the server does not take it, it shows again what holds. */
export async function tried(
  control: HTMLInputElement | HTMLSelectElement,
  done: Promise<unknown>,
  holds: () => string | boolean,
): Promise<void> {
  if (await done) return;
  const was = holds();
  if (typeof was === 'string') control.value = was;
  else (control as HTMLInputElement).checked = was;
}

/** What a form does when it is sent: never twice at once, however often somebody presses the button. */
export function submitting(work: () => Promise<unknown>): (event: SubmitEvent) => Promise<void> {
  let busy = false;
  return async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    try {
      await work();
    } finally {
      busy = false;
    }
  };
}
