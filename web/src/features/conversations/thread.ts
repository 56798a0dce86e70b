import type { ConversationMessage } from '@openhours/contract/conversations.ts';

/** The loaded messages of a conversation, by number and without gaps. */
export type Thread = readonly ConversationMessage[];

/**
 * Adds messages in any order; repeated ones replace the loaded ones, because they may have been hidden meanwhile. If
 * there is a gap, only the newer part stays; the older part can be fetched again.
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

/** Whether messages are missing between the loaded ones and this one. */
export function leavesGap(thread: Thread, message: ConversationMessage): boolean {
  const last = lastNumber(thread);
  return message.number > last + 1;
}

/** The number of the newest loaded message; 0 if there is none. */
export function lastNumber(thread: Thread): number {
  return thread.at(-1)?.number ?? 0;
}

/** The number before which older messages can be fetched; undefined if all are loaded. */
export function olderThan(thread: Thread): number | undefined {
  const first = thread[0]?.number;
  return first !== undefined && first > 1 ? first : undefined;
}
