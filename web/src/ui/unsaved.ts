const guards = new Set<() => boolean>();

/** While `isUnsaved` returns true, the browser asks before the page is left. Returns the way to stop. */
export function guardUnsaved(isUnsaved: () => boolean): () => void {
  guards.add(isUnsaved);
  window.addEventListener('beforeunload', ask);
  return () => {
    guards.delete(isUnsaved);
    if (guards.size === 0) window.removeEventListener('beforeunload', ask);
  };
}

/** Whether the browser would ask before the page is left. */
export function hasUnsaved(): boolean {
  return [...guards].some((isUnsaved) => isUnsaved());
}

/** The page is left without a question, whatever is unsaved. */
export function discardUnsaved(): void {
  guards.clear();
}

function ask(event: BeforeUnloadEvent): void {
  if (hasUnsaved()) event.preventDefault();
}
