import type { ConversationMessage } from '@openhours/contract/conversations.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { leavesGap, olderThan, type Thread, withMessages } from './thread.ts';

const message = (number: number, text = `text ${number}`): ConversationMessage => ({
  _id: `id-${number}`,
  conversationId: 'c',
  number,
  message: text,
  createdBy: 'a@example.org',
  createdAt: '2024-01-05T10:05:00.000Z',
  hidden: false,
});
const numbers = (thread: Thread) => thread.map(({ number }) => number);

it('has each message once, in order and without gaps, for any order of arrival', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 1, max: 40 }).map((n) => message(n)))), (pieces) => {
      const thread = pieces.reduce<Thread>(withMessages, []);
      const got = numbers(thread);
      const all = new Set(pieces.flat().map(({ number }) => number));
      expect(got.at(-1)).toBe(all.size === 0 ? undefined : Math.max(...all));
      expect(got).toEqual(got.map((_, index) => (got[0] ?? 0) + index));
    }),
  );
});

it('loses no message once the missing ones were fetched, for any order of arrival', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(Array.from({ length: 30 }, (_, index) => index + 1)), (order) => {
      const caughtUp = [...order, ...Array.from({ length: 30 }, (_, index) => index + 1)];
      const thread = withMessages(
        [],
        caughtUp.map((number) => message(number)),
      );
      expect(numbers(thread)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    }),
  );
});

it('replaces a message that was hidden', () => {
  const hidden = { ...message(2, ''), hidden: true };
  expect(withMessages([message(1), message(2), message(3)], [hidden])).toEqual([message(1), hidden, message(3)]);
});

it('detects missing messages', () => {
  const thread = [message(5), message(6)];
  expect(leavesGap(thread, message(7))).toBe(false);
  expect(leavesGap(thread, message(5))).toBe(false);
  expect(leavesGap(thread, message(8))).toBe(true);
  expect(olderThan(thread)).toBe(5);
  expect(olderThan([message(1)])).toBeUndefined();
});
