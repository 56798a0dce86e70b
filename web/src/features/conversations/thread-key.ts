import type { QueryKey } from '@tanstack/react-query';

/** Where the messages of a conversation are kept. */
export function threadKey(conversationId: string): QueryKey {
  return ['thread', conversationId];
}
