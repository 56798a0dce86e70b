/*
 * Data that all windows share and that stays until the next visit, such as the access token. If the browser does not allow
 * this, nothing is kept.
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
