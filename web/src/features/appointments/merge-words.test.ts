import { expect, test } from 'vitest';
import { mergeConsequences, mergeWarning } from './merge-words.ts';

const phone = '+49 30 901820';
const from = {
  name: 'Sam Rivera',
  email: '',
  dateOfBirth: '1980-01-31',
  phone,
  appointments: 2,
  emails: 'no-address',
} as const;
const into = { name: 'sam rivera', email: 'sam@example.org', phone, appointments: 0, emails: 'on' } as const;

test('warns if two records may be of two people', () => {
  expect(mergeWarning({ from, into })).toBeUndefined();
  expect(mergeWarning({ from, into: { ...into, name: 'Sue Rivera' } })).toMatch(/^The names differ/);
  expect(mergeWarning({ from, into: { ...into, name: 'Sám Rivera' } })).toBeUndefined();
  expect(mergeWarning({ from, into: { ...into, dateOfBirth: '1980-01-13' } })).toMatch(/^The dates of birth differ/);
});

test('warns if nothing but the names says that it is one person', () => {
  const stranger = { ...into, phone: '' };
  expect(mergeWarning({ from, into: stranger })).toMatch(
    /^Only the names are the same.* Call the number of the record that is deleted/,
  );
  expect(mergeWarning({ from, into: { ...into, phone: '+49 30 1' } })).toMatch(/^Only the names are the same/);
  expect(mergeWarning({ from, into: { ...stranger, dateOfBirth: '1980-01-31' } })).toBeUndefined();
  const { dateOfBirth: _, ...child } = { ...from, phone: '', guardian: 'Greta Rivera' };
  expect(mergeWarning({ from: child, into: stranger })).toMatch(
    /^Only the names are the same.* Ask Greta Rivera before/,
  );
});

test('promises an email to the owner only if there is something to tell and it arrives', () => {
  const told = 'The owner of the account gets an email.';
  expect(mergeConsequences({ from, into })).toContain(told);
  for (const [one, other] of [
    [{ ...from, appointments: 0 }, into],
    [from, { ...into, emails: 'unconfirmed' }],
    [{ ...from, guardian: 'Greta Rivera' }, into],
  ] as const) {
    expect(mergeConsequences({ from: one, into: other })).not.toContain(told);
  }
});

test('promises an email to whoever looked after them only if it arrives', () => {
  const child = { ...from, emails: 'on', guardian: 'Greta Rivera' } as const;
  expect(mergeConsequences({ from: child, into })[0]).toMatch(
    /^Greta Rivera no longer looks after them, loses their places on the waiting list, and gets an email about this\. /,
  );
  expect(mergeConsequences({ from: { ...child, emails: 'unconfirmed' }, into })[0]).toMatch(
    /^Greta Rivera no longer looks after them and loses their places on the waiting list\. /,
  );
});

test('says who gets the appointments if the other has no account either', () => {
  const { email: _, ...rest } = into;
  const other = { ...rest, email: '', emails: 'no-address' } as const;
  expect(mergeWarning({ from, into: { ...other, phone: '' } })).toMatch(/^Only the names are the same\. Call/);
  expect(mergeConsequences({ from, into: other })).toEqual([
    expect.stringMatching(/^The record that stays gets the appointments of the other/),
    'The record that stays gets the phone number and the date of birth of the other, if it has none.',
    'The other record is deleted.',
  ]);
  const child = { ...other, guardian: 'Greta Rivera', emails: 'on' } as const;
  expect(mergeWarning({ from, into: { ...child, phone: '' } })).toMatch(/^Only the names are the same, and anybody/);
  expect(mergeConsequences({ from, into: child })).toEqual([
    expect.stringMatching(/They come under the account of Greta Rivera, who looks after this patient\.$/),
    expect.any(String),
    'Greta Rivera gets an email.',
    'The other record is deleted.',
  ]);
  const twice = mergeConsequences({ from: { ...child, appointments: 1 }, into: child });
  expect(twice[0]).toMatch(/places on the waiting list\.$/);
  expect(twice).not.toContain('Greta Rivera gets an email.');
});
