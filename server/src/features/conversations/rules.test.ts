import { expect, it } from 'vitest';
import { activityCursor, blockRefusal, excerpt, isSameMessage } from './rules.ts';

it('shows a short post whole, and cuts a long one between characters as people see them', () => {
  expect(excerpt('Drink water.')).toBe('Drink water.');
  expect(excerpt('x'.repeat(140))).toBe('x'.repeat(140));
  expect(excerpt('x'.repeat(141))).toBe(`${'x'.repeat(140)}…`);
  const doctors = '👩‍⚕️'.repeat(60);
  expect(excerpt(doctors)).toMatch(/^(👩‍⚕️){28}…$/u);
});

it("names one's own block first, since one can lift it oneself", () => {
  expect(blockRefusal({ byYou: true, byThem: true }, 'Dora')).toEqual({
    code: 'BLOCKED',
    by: 'you',
    otherName: 'Dora',
  });
  expect(blockRefusal({ byYou: false, byThem: true }, 'Dora')).toMatchObject({ by: 'them' });
  expect(blockRefusal({ byYou: false, byThem: false }, 'Dora')).toBeUndefined();
});

it('takes a message for the same only with conversation, sender and text alike', () => {
  const kept = { conversationId: 'c', senderId: 's', text: 't' };
  expect(isSameMessage(kept, { ...kept })).toBe(true);
  for (const other of [{ conversationId: 'x' }, { senderId: 'x' }, { text: 'x' }]) {
    expect(isSameMessage(kept, { ...kept, ...other })).toBe(false);
  }
});

it('reads the place in a list that a client names by activity and id', () => {
  expect(activityCursor(undefined)).toBeUndefined();
  expect(activityCursor('2024-01-05T10:05:00.000Z,abc')).toEqual({
    activeAt: new Date('2024-01-05T10:05:00.000Z'),
    id: 'abc',
  });
});
