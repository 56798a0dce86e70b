const failedImport = /dynamically imported module|importing a module script failed/i;
const retryAfterMillis = 60_000;

/**
 * Was this a script that could not be fetched, be it for a dropped connection or because a release took it away?
 * Such a script stays failed for the life of the document: only a reload helps.
 */
export function isStaleScript(error: unknown): boolean {
  return error instanceof Error && failedImport.test(error.message);
}

/** Reloads the document, but not again and again at one address: false means that a reload did not help just now. */
export function reloadOnce(): boolean {
  const key = `reloaded:${location.pathname}${location.search}`;
  try {
    const before = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - before < retryAfterMillis) return false;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}
