import { useState } from 'react';
import { afterArrival, afterSending, lastAsked, type SearchDraft } from './search-draft.ts';

/**
 * The fields of a search that is also in the URL, without overwriting them while the person types.
 * @param search the search in the URL as one text: equal searches give equal texts
 */
export function useSearchDraft<Value>({ value, search }: { value: Value; search: string }) {
  const [stored, setDraft] = useState<SearchDraft<Value>>({ value, seen: search, sent: [] });
  const draft = afterArrival(stored, search, value);
  if (draft !== stored) setDraft(draft);
  return {
    value: draft.value,
    setValue: (next: Value): void => setDraft((before) => ({ ...before, value: next })),
    lastAsked: lastAsked(draft),
    /** Call this with each search that is sent to the URL. */
    markSent: (sent: string): void => setDraft((before) => afterSending(before, sent)),
  };
}
