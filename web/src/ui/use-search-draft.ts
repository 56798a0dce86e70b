import { useReducer } from 'react';
import { afterArrival, afterSending, lastAsked, type SearchDraft } from './search-draft.ts';

/**
 * The fields of a search that is also in the URL, without overwriting them while the person types.
 * @param search the search in the URL as one text: equal searches give equal texts
 */
export function useSearchDraft<Value>({ value, search }: { value: Value; search: string }) {
  const [stored, change] = useReducer(applyChange<Value>, { value, seen: search, sent: [] });
  const draft = afterArrival(stored, search, value);
  if (draft !== stored) change(() => draft);
  return {
    value: draft.value,
    setValue: (next: Value): void => change((before) => ({ ...before, value: next })),
    lastAsked: lastAsked(draft),
    /** Call this with each search that is sent to the URL. */
    markSent: (sent: string): void => change((before) => afterSending(before, sent)),
  };
}

/**
 * For a reducer. `useState` may apply a change at once to the state of an unfinished render, which has seen the new URL. If a
 * key press ended that render, the old URL then looks like one that somebody else chose, and replaces the input.
 */
function applyChange<Value>(
  draft: SearchDraft<Value>,
  change: (before: SearchDraft<Value>) => SearchDraft<Value>,
): SearchDraft<Value> {
  return change(draft);
}
