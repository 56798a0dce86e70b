import type { Conversation } from '@openhours/contract/conversations.ts';

/**
 * The open conversation: the one in the URL, else the only one that the list had when the page opened. Undefined if
 * there are several and none is chosen.
 */
export function openConversation<Listed extends Pick<Conversation, '_id'>>(
  conversations: readonly Listed[],
  { chosenId, onlyId }: { chosenId: string | null; onlyId: string | undefined },
): Listed | undefined {
  return (
    conversations.find(({ _id }) => _id === chosenId) ??
    (conversations.length === 1 ? conversations[0] : conversations.find(({ _id }) => _id === onlyId))
  );
}
