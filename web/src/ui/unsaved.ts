const guards = new Set<() => boolean>();
let isDiscarded = false;

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
  return !isDiscarded && [...guards].some((isUnsaved) => isUnsaved());
}

/** The page is left without a question, whatever is unsaved: until `keepUnsaved`, if it is not left after all. */
export function discardUnsaved(): void {
  isDiscarded = true;
}

export function keepUnsaved(): void {
  isDiscarded = false;
}

function ask(event: BeforeUnloadEvent): void {
  if (hasUnsaved()) event.preventDefault();
}
