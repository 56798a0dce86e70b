import { expect, it } from 'vitest';
import { isAnotherPerson } from './person-change.ts';

const admin = { uid: 'admin' };

it('detects another person, but not changes of the same person', () => {
  expect(isAnotherPerson(admin, { uid: 'patient' })).toBe(true);
  expect(isAnotherPerson(admin, { ...admin })).toBe(false);
});

it('ignores the first sign-in and the end of a session', () => {
  expect(isAnotherPerson(undefined, admin)).toBe(false);
  expect(isAnotherPerson(null, admin)).toBe(false);
  expect(isAnotherPerson(admin, null)).toBe(false);
});
