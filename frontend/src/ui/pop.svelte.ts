/** One thing floats at a time: a sum, a plot, a menu. Whoever opens it names the element it hangs on. */
import type { Snippet } from 'svelte';

class Pop {
  anchor = $state.raw<HTMLElement | null>(null);
  content = $state.raw<Snippet | null>(null);
  label = $state('');
  /** It came because the pointer rests there, and goes with it. */
  passing = $state(false);
  /** Where it is shown: the page, or the dialog that covers it. */
  hosts = $state.raw<symbol[]>([]);

  open(anchor: HTMLElement, label: string, content: Snippet, passing = false): void {
    if (this.anchor === anchor && this.content === content && !passing && !this.passing) {
      this.close();
      return;
    }
    this.anchor = anchor;
    this.label = label;
    this.content = content;
    this.passing = passing;
  }

  close(): void {
    this.anchor = null;
    this.content = null;
  }
}

export const pop = new Pop();
