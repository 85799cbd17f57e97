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
