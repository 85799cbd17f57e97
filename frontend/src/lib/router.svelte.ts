/** Where one is: plain addresses, kept in the browser's history. */

class Place {
  path = $state(typeof location === 'undefined' ? '/' : location.pathname);
  hash = $state(typeof location === 'undefined' ? '' : location.hash);

  read(): void {
    this.path = location.pathname;
    this.hash = location.hash;
  }
}

export const place = new Place();

export function go(path: string, replace = false): void {
  if (path === location.pathname + location.hash) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', path);
  place.read();
  if (!path.includes('#')) scrollTo(0, 0);
}

/** Where to go when something is done: only if one has not gone elsewhere meanwhile. */
export function onward(): typeof go {
  const { path: from } = place;
  return (path, replace) => {
    if (place.path === from) go(path, replace);
  };
}

/** The parameters of a path that fits a pattern (« /c/:campaign »); null if it does not. */
export function fits(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  if (wanted.length !== given.length) return null;
  const found: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const there = given[i] ?? '';
    if (part.startsWith(':')) found[part.slice(1)] = decodeURIComponent(there);
    else if (part !== there) return null;
  }
  return found;
}

/** Follow the browser's buttons, and links of our own without loading the page again. */
export function follow(): () => void {
  const read = () => place.read();
  const click = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.('a');
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!link || modified || event.defaultPrevented || link.target || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return;
    event.preventDefault();
    go(link.pathname + link.hash);
  };
  addEventListener('popstate', read);
  addEventListener('hashchange', read);
  document.addEventListener('click', click);
  return () => {
    removeEventListener('popstate', read);
    removeEventListener('hashchange', read);
    document.removeEventListener('click', click);
  };
}
