/*
 * What has to outlast a reload of the window: drafts, and messages on their way. It stays in this window alone, and
 * signing out deletes it (session.ts). The caller puts the person's id into the name, so nobody else reads it.
 */

/** What was stored under this name; undefined for nothing. */
export function readStored(name: string): unknown {
  try {
    const text = sessionStorage.getItem(name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON; undefined deletes it. */
export function store(name: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The browser blocks storage, or it is full: then the value lasts as long as the page.
  }
}
