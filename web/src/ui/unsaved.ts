/** What the page says before it discards what is unsaved; `keep` and `discard` are on the buttons. */
export type LeaveWords = { title: string; description: string; keep: string; discard: string };

/** The usual words stand for what is not given. */
export type OwnLeaveWords = { [Part in keyof LeaveWords]?: LeaveWords[Part] | undefined };

const usual: LeaveWords = {
  title: 'Leave without saving?',
  description: 'What you have changed on this page is not saved yet.',
  keep: 'Stay on this page',
  discard: 'Leave',
};
const guards = new Map<() => boolean, LeaveWords>();
let isDiscarded = false;

/**
 * While `isUnsaved` returns true, the page is not left without a question: ours within the application
 * (layouts/leave-question.tsx), else the browser's. Returns the way to stop.
 */
export function guardUnsaved(
  isUnsaved: () => boolean,
  {
    title = usual.title,
    description = usual.description,
    keep = usual.keep,
    discard = usual.discard,
  }: OwnLeaveWords = {},
): () => void {
  guards.set(isUnsaved, { title, description, keep, discard });
  window.addEventListener('beforeunload', askOnUnload);
  return () => {
    guards.delete(isUnsaved);
    if (guards.size === 0) window.removeEventListener('beforeunload', askOnUnload);
  };
}

/** What to say about what is unsaved; undefined if nothing is. */
export function unsavedWords(): LeaveWords | undefined {
  return isDiscarded ? undefined : [...guards].find(([isUnsaved]) => isUnsaved())?.[1];
}

export function hasUnsaved(): boolean {
  return unsavedWords() !== undefined;
}

/** The page is left without a question, whatever is unsaved: until `keepUnsaved`, if it is not left after all. */
export function discardUnsaved(): void {
  isDiscarded = true;
}

export function keepUnsaved(): void {
  isDiscarded = false;
}

let askFirst: ((go: () => void) => void) | undefined;

/** For a button that discards what was typed: runs `go` at once if nothing is unsaved, else after a confirmation. */
export function discardThen(go: () => void): void {
  if (askFirst && hasUnsaved()) askFirst(go);
  else go();
}

/** For the component that asks; undefined when it is gone. */
export function setDiscardQuestion(ask: typeof askFirst): void {
  askFirst = ask;
}

function askOnUnload(event: BeforeUnloadEvent): void {
  if (hasUnsaved()) event.preventDefault();
}
