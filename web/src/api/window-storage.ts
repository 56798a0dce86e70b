/*
 * Data that must survive a reload: drafts and unsent messages. It is stored for this window only, and signing out
 * deletes it (session.ts). A draft has its person's id in its name, so that nobody else reads it.
 */

/** The value stored under this name, or undefined. */
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
    // Storage is blocked or full: the value is lost on reload.
  }
}
