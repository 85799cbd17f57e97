/** How an invitation reaches another device. */

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether another device can follow a link. */
export function reachable(link: string): boolean {
  return !LOOPBACK.test(new URL(link).hostname);
}

/** Where a link is to begin: here, unless only this device is here and the server knows how others reach it. */
export function away(origin: string, bases: readonly string[]): string {
  return reachable(origin) ? origin : (bases[0] ?? origin);
}

/** A link as a picture that a camera reads. */
export async function drawn(link: string): Promise<string> {
  const { renderSVG } = await import('uqr');
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(link, { border: 2 }))}`;
}
