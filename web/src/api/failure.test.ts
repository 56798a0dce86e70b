import { expect, test } from 'vitest';
import { failureMessage, formFailureMessage, isNotFound, messageBelow, readFailure, refusalAt } from './failure.ts';
import { ApiError, unreachable } from './http.ts';

const answered = (status: number) => new ApiError({ message: 'No.', status, code: 'WHY' });

test.each([
  [400, 'refused'],
  [401, 'signed-out'],
  [403, 'refused'],
  [404, 'refused'],
  [408, 'unanswered'],
  [409, 'refused'],
  [422, 'refused'],
  [429, 'unanswered'],
  [500, 'unanswered'],
  [503, 'unanswered'],
] as const)('status %i is %s', (status, kind) => {
  expect(readFailure(answered(status))).toMatchObject({ kind, status, code: 'WHY', message: 'No.' });
});

test('no failure has no message', () => {
  expect(failureMessage(null)).toBeUndefined();
  expect(formFailureMessage(null)).toBeUndefined();
});

test.each([
  new ApiError({ message: unreachable, status: 0 }),
  new DOMException('late', 'TimeoutError'),
  undefined,
  'no',
])('no answer is unanswered, with our own message: %o', (error) => {
  expect(readFailure(error)).toMatchObject({ kind: 'unanswered', status: 0, message: undefined });
  expect(failureMessage(error)).toBe(unreachable);
  expect(formFailureMessage(error)).toBe(
    'We could not reach the server. Check your connection and try again. What you typed is still here.',
  );
});

test("a button and a form show the server's message, if it sent one", () => {
  expect(failureMessage(answered(503))).toBe('No.');
  expect(formFailureMessage(answered(503))).toBe('No.');
});

test('recognises 404', () => {
  expect(isNotFound(answered(404))).toBe(true);
  expect(isNotFound(answered(403))).toBe(false);
  expect(isNotFound(undefined)).toBe(false);
});

test('a refusal is shown at the field for its code, and every other failure below the form', () => {
  expect(refusalAt(answered(409), { WHY: 'email' })).toEqual({ email: 'No.' });
  expect(messageBelow(answered(409), { WHY: 'email' })).toBeUndefined();
  expect(refusalAt(answered(409), { OTHER: 'email' })).toBeUndefined();
  expect(messageBelow(answered(409), { OTHER: 'email' })).toBe('No.');
  const unanswered = new ApiError({ message: unreachable, status: 0 });
  expect(refusalAt(unanswered, { WHY: 'email' })).toBeUndefined();
  expect(messageBelow(unanswered, { WHY: 'email' }, formFailureMessage)).toMatch(/What you typed is still here/);
  expect(messageBelow(null, { WHY: 'email' })).toBeUndefined();
});
