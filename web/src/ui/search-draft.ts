/** The text of a search that is also in the URL, which changes a moment later. */
export type SearchDraft<Value> = {
  value: Value;
  /** The search in the URL, when last seen. */
  seen: string;
  /** Searches that were sent to the URL and have not arrived, oldest first. */
  sent: readonly string[];
};

/** The latest requested search. */
export function lastAsked({ seen, sent }: SearchDraft<unknown>): string {
  return sent.at(-1) ?? seen;
}

/** After `search` was sent to the URL. */
export function afterSending<Value>(draft: SearchDraft<Value>, search: string): SearchDraft<Value> {
  return search === lastAsked(draft) ? draft : { ...draft, sent: [...draft.sent, search] };
}

/**
 * After the URL changed to `search`. If that is one of our own searches, later input stays (earlier ones may have been
 * skipped). Any other change, such as Back, replaces the input by `value`.
 */
export function afterArrival<Value>(draft: SearchDraft<Value>, search: string, value: Value): SearchDraft<Value> {
  if (search === draft.seen) return draft;
  const place = draft.sent.indexOf(search);
  if (place < 0) return { value, seen: search, sent: [] };
  return { ...draft, seen: search, sent: draft.sent.slice(place + 1) };
}
