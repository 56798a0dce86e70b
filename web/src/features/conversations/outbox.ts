/** A message that the server has not acknowledged. Its `_id` is created here and is the same on every attempt. */
export type Unsent = {
  _id: string;
  conversationId: string;
  message: string;
  writtenAt: string;
  /** Why it was not sent; absent while it is being sent. */
  trouble?: string;
};

type Outcome = { kind: 'sent' } | { kind: 'no-answer' | 'refused'; trouble: string };

/**
 * Unsent messages. Each conversation sends one at a time, so that they arrive in the order in which they were written.
 * A message without an answer holds back later ones, and all of them stay until the person retries or removes them.
 */
export function createOutbox(options: {
  send: (message: Unsent) => Promise<Outcome>;
  /** From before a reload, so it is unknown whether they arrived. With the same `_id`, a second attempt is harmless. */
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
          one._id === _id || (kind === 'no-answer' && one.conversationId === conversationId);
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
    /** Retries all failed messages of this conversation, in the order in which they were written. */
    tryAgain: (conversationId: string): void => {
      change(messages.map((one) => (one.conversationId === conversationId ? withoutTrouble(one) : one)));
      void run(conversationId);
    },
    remove: (id: string): void => change(messages.filter(({ _id }) => _id !== id)),
  };
}

const unfinished = 'We do not know whether this message was sent.';

function withoutTrouble({ trouble: _trouble, ...message }: Unsent): Unsent {
  return message;
}
