/*
 * Data that must survive a reload, such as drafts (drafts.ts). It is stored for this window only, and signing out deletes it
 * (session.ts).
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

/** The name of a draft. @param uid empty for nobody */
export function draftName(uid: string, name: string): string {
  return `draft ${uid} ${name}`;
}

/** Deletes the drafts of every other person. */
export function keepOnlyDraftsOf(uid: string): void {
  const kept = [draftName(uid, ''), draftName('', '')];
  try {
    for (const name of Object.keys(sessionStorage)) {
      if (name.startsWith('draft ') && !kept.some((one) => name.startsWith(one))) store(name, undefined);
    }
  } catch {}
}

/** The text stored under this name; '' if there is none. */
export function readStoredText(name: string): string {
  const stored = readStored(name);
  return typeof stored === 'string' ? stored : '';
}

/** The next page that this window loads shows this text for a while, once (identity/next-page-notice.ts). */
export function sayOnNextPage(text: string): void {
  store(noticeName, text);
}

export const noticeName = 'notice';

/** Stores a value as JSON; undefined deletes it. */
export function store(name: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is blocked or full: the value is lost on reload.
  }
}
