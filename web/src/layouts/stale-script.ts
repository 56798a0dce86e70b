const failedImport = /dynamically imported module|error loading dynamically imported|importing a module script failed/i;

/**
 * A script that could not be fetched, be it for a dropped connection or because a release took it away, stays failed
 * for the life of the document: only a reload helps. Reloads once per address and says so; a second failure there
 * is an error like any other.
 */
export function reloadOnceForStaleScript(error: unknown): boolean {
  if (!(error instanceof Error) || !failedImport.test(error.message)) return false;
  const key = `reloaded:${location.pathname}${location.search}`;
  try {
    if (sessionStorage.getItem(key)) return false;
    sessionStorage.setItem(key, 'once');
  } catch {
    return false;
  }
  location.reload();
  return true;
}
