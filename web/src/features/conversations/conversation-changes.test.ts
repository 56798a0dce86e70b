import type { Conversation, ConversationMessage } from '@openhours/contract/conversations.ts';
import { describe, expect, it } from 'vitest';
import { afterEvent, listAfterEvent } from './conversation-changes.ts';

const own = 'pat@example.org';
const other = 'dora@example.org';
const message = (
  number: number,
  createdBy = other,
  changes: Partial<ConversationMessage> = {},
): ConversationMessage => ({
  _id: `m${number}`,
  conversationId: 'c1',
  number,
  message: `text ${number}`,
  createdBy,
  createdAt: `2024-01-05T10:00:0${number}.000Z`,
  hidden: false,
  ...changes,
});
const conversation = (changes: Partial<Conversation> = {}): Conversation => ({
  _id: 'c1',
  postId: 'p1',
  participants: [
    { name: 'Pat', email: own },
    { name: 'Dora', email: other },
  ],
  createdBy: own,
  createdAt: '2024-01-05T09:00:00.000Z',
  conversationMessages: [message(1)],
  messageCount: 1,
  lastActivityAt: '2024-01-05T10:00:01.000Z',
  unread: 1,
  readNumber: 0,
  seenNumber: 0,
  post: { excerpt: 'Drink water.', gone: false },
  title: 'Drink water.',
  blockedByYou: false,
  authorAnswers: true,
  can: { send: true },
  ...changes,
});
const arrived = (one: ConversationMessage) => ({ type: 'message', message: one }) as const;
const read = (by: string, number: number) => ({ type: 'read', conversationId: 'c1', by, number }) as const;

describe('a conversation in a list', () => {
  it("counts the other person's messages as unread, and not one's own", () => {
    expect(afterEvent(conversation(), arrived(message(2)), own)).toMatchObject({ unread: 2, messageCount: 2 });
    expect(afterEvent(conversation(), arrived(message(2, own)), own)).toMatchObject({ unread: 1, messageCount: 2 });
  });

  it('ignores a repeated message', () => {
    const once = afterEvent(conversation(), arrived(message(2)), own);
    expect(once && afterEvent(once, arrived(message(2)), own)).toEqual(once);
  });

  it('no longer shows the text of a hidden message', () => {
    const hidden = message(1, other, { message: '', hidden: true });
    expect(afterEvent(conversation(), arrived(hidden), own)?.conversationMessages).toEqual([hidden]);
  });

  it("is marked as read from any window, and the other person's read mark never moves back", () => {
    expect(afterEvent(conversation(), read(own, 1), own)).toMatchObject({ unread: 0, readNumber: 1 });
    expect(afterEvent(conversation({ seenNumber: 3 }), read(other, 2), own)).toMatchObject({
      seenNumber: 3,
      unread: 1,
    });
  });

  it.each([arrived(message(4)), read(own, 1), { type: 'conversation', conversationId: 'c1', postId: 'p1' } as const])(
    'is fetched again if an event does not have enough: %j',
    (event) => {
      expect(afterEvent(conversation({ messageCount: 2 }), event, own)).toBeUndefined();
    },
  );

  it('ignores events of other conversations', () => {
    const one = conversation({ _id: 'c2' });
    expect(afterEvent(one, arrived(message(2)), own)).toBe(one);
  });
});

it('sorts a list by newest activity first', () => {
  const quiet = conversation({ _id: 'c2', lastActivityAt: '2024-01-05T10:00:02.000Z' });
  const list = listAfterEvent([quiet, conversation()], arrived(message(3, other, { number: 2 })), own);
  expect(list?.map(({ _id }) => _id)).toEqual(['c1', 'c2']);
});
