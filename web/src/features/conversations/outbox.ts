/** A message that the server has not acknowledged yet. Its `_id` is made here and stays the same, however often it is sent. */
export type Unsent = {
  _id: string;
  conversationId: string;
  message: string;
  writtenAt: string;
  /** Why it did not go; absent while it is on its way. */
  trouble?: string;
};

type Outcome = { kind: 'sent' } | { kind: 'no answer' | 'refused'; trouble: string };

/**
 * Messages on their way, one after another in each conversation, so that they arrive in the order in which they were
 * written. One that got no answer holds back those behind it, and all of them stay until somebody tries again or
 * removes them.
 */
export function createOutbox(options: {
  send: (message: Unsent) => Promise<Outcome>;
  /** From before a reload: what became of these is not known. Sent again under their `_id` they are not doubled. */
  stored?: readonly Unsent[];
  onChange?: (messages: readonly Unsent[]) => void;
}) {
  const { send, stored = [], onChange } = options;
  const listeners = new Set<() => void>();
  const sending = new Set<string>();
  let messages: readonly Unsent[] = stored.map((message) => ({ ...message, trouble: message.trouble ?? unfinished }));

  const change = (next: readonly Unsent[]): void => {
    messages = next;
    onChange?.(messages);
    for (const listener of listeners) listener();
  };
  const nextOf = (conversationId: string) =>
    messages.find((one) => one.conversationId === conversationId && one.trouble === undefined);

  async function run(conversationId: string): Promise<void> {
    if (sending.has(conversationId)) return;
    sending.add(conversationId);
    for (let next = nextOf(conversationId); next; next = nextOf(conversationId)) {
      const { _id } = next;
      const outcome = await send(next);
      if (outcome.kind === 'sent') change(messages.filter((one) => one._id !== _id));
      else {
        const { kind, trouble } = outcome;
        const concerns = (one: Unsent) =>
          one._id === _id || (kind === 'no answer' && one.conversationId === conversationId);
        change(messages.map((one) => (concerns(one) ? { ...one, trouble: one.trouble ?? trouble } : one)));
      }
    }
    sending.delete(conversationId);
  }

  return {
    messages: () => messages,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add: (message: Unsent): void => {
      change([...messages, message]);
      void run(message.conversationId);
    },
    /** Sends everything of this conversation that did not go, in the order in which it was written. */
    tryAgain: (conversationId: string): void => {
      change(messages.map((one) => (one.conversationId === conversationId ? withoutTrouble(one) : one)));
      void run(conversationId);
    },
    remove: (id: string): void => change(messages.filter(({ _id }) => _id !== id)),
  };
}

const unfinished = 'It is not known whether this message was sent.';

function withoutTrouble({ trouble: _trouble, ...message }: Unsent): Unsent {
  return message;
}
