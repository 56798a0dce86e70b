import type { ConversationMessage } from '@openhours/contract/conversations.ts';

/** The messages of a conversation that are known here: by number, without a gap, up to the newest that is known. */
export type Thread = readonly ConversationMessage[];

/**
 * Takes messages in, in whatever order and however often they come. What is known already is replaced: it may have been
 * hidden since. Behind a gap, only the newer part is kept; the older one can be asked for again.
 */
export function withMessages(thread: Thread, messages: readonly ConversationMessage[]): Thread {
  const byNumber = new Map([...thread, ...messages].map((message) => [message.number, message]));
  const sorted = [...byNumber.values()].toSorted((one, other) => one.number - other.number);
  const gap = sorted.findLastIndex((message, index) => {
    const before = sorted[index - 1];
    return before !== undefined && message.number !== before.number + 1;
  });
  return gap > 0 ? sorted.slice(gap) : sorted;
}

/** Whether messages are missing between what is known and this one. */
export function leavesGap(thread: Thread, message: ConversationMessage): boolean {
  const last = lastNumber(thread);
  return message.number > last + 1;
}

/** The number of the newest message that is known; 0 when there is none. */
export function lastNumber(thread: Thread): number {
  return thread.at(-1)?.number ?? 0;
}

/** The number before which older messages are to be asked for; undefined when all are there. */
export function olderThan(thread: Thread): number | undefined {
  const first = thread[0]?.number;
  return first !== undefined && first > 1 ? first : undefined;
}
