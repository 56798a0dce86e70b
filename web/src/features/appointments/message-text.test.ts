import { expect, it } from 'vitest';
import { messageText } from './message-text.ts';

const walkIn = { email: '', emails: 'no-address', state: 'arrived' } as const;

it('asks to tell a patient without emails when to come, unless they are here already', () => {
  expect(messageText({ ...walkIn, state: 'booked' }, true)).toMatch(
    /no email address. Please tell them when to come.$/,
  );
  expect(messageText(walkIn, true)).toBe('Emails are off: the patient has no email address.');
  const unconfirmed = { email: 'nora@example.org', emails: 'unconfirmed' } as const;
  expect(messageText({ ...unconfirmed, state: 'booked' }, true)).toMatch(/other emails are off: please tell them/);
  expect(messageText({ ...unconfirmed, state: 'arrived' }, true)).toMatch(/other emails are off\.$/);
});
