/*
 * Data that this browser keeps for every window and visit: the access token, and what is shown or folded. The browser may
 * not allow it, and then nothing is kept.
 */

/** The text kept under this name, or undefined. */
export function readKept(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a text; undefined deletes it. */
export function keep(name: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {}
}
