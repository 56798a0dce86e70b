/**
 * What has to outlast a reload of the window, and nothing else: drafts, and messages on their way. It stays in this
 * window alone and ends with the session.
 */
export function readKept(name: string): unknown {
  try {
    const text = sessionStorage.getItem(name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is closed to us, or full: then it lasts as long as the page.
  }
}
