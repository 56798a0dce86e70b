import { LRUCache } from 'lru-cache';

const MOST_BYTES = 32 * 1024 * 1024;
/** What an entry takes besides its body: address, headers, tag. */
const ENTRY_BYTES = 2000;

/** Answers by address or date, at most 32 MB. The least recently used ones are removed first. */
export function keepAnswers<Kept extends object>(
  answerOf: (kept: Kept) => { readonly body: Uint8Array },
): LRUCache<string, Kept> {
  return new LRUCache({
    maxSize: MOST_BYTES,
    sizeCalculation: (kept) => answerOf(kept).body.byteLength + ENTRY_BYTES,
  });
}
