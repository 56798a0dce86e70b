const failedImport = /dynamically imported module|importing a module script failed/i;
const retryAfterMillis = 60_000;
const answerMillis = 10_000;

/**
 * Whether a script could not be fetched, because of the connection or because a release removed it. The browser caches
 * that failure for the document's lifetime: only a reload helps.
 */
export function isStaleScript(error: unknown): boolean {
  return error instanceof Error && failedImport.test(error.message);
}

/**
 * Reloads the document, once per address. False if the server does not answer or has an error, so that the page stays,
 * or if a reload has just failed to help.
 *
 * @param isWanted asked again when the server has answered
 */
export async function reloadOnce(isWanted: () => boolean = () => true): Promise<boolean> {
  const { pathname, search } = location;
  const key = `reloaded:${pathname}${search}`;
  try {
    const before = Number(sessionStorage.getItem(key) ?? 0);
    if (Date.now() - before < retryAfterMillis) return false;
    const signal = AbortSignal.timeout(answerMillis);
    const answer = await fetch(pathname + search, { method: 'HEAD', cache: 'no-store', signal });
    if (answer.status >= 500 || !isWanted()) return false;
    sessionStorage.setItem(key, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}
