import type { Conversation } from '@openhours/contract/conversations.ts';

/**
 * The conversation that the chat shows: the one in the address, else the one that was alone in the list when the page
 * opened. Undefined while there are several and none is chosen.
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
