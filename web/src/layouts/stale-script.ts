const failedImport = /dynamically imported module|importing a module script failed/i;
const retryAfterMillis = 60_000;

/**
 * Whether a script could not be fetched, because of the connection or because a release removed it. The browser caches
 * that failure for the document's lifetime: only a reload helps.
 */
export function isStaleScript(error: unknown): boolean {
  return error instanceof Error && failedImport.test(error.message);
}

/** Reloads the document, once per address; false means that a reload has just failed to help. */
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
