import { expect, test } from 'vitest';
import { notOfferedText } from './not-offered-text.ts';

const asked = { treatment: 'Cardiology', doctorName: 'Maya Lindqvist' };

test('a treatment that other doctors still offer is said to be no longer offered by this doctor alone', () => {
  const options = [{ name: 'Cardiology' }, { name: 'Dermatology' }];
  expect(notOfferedText({ ...asked, options })).toBe('Dr. Maya Lindqvist does not offer Cardiology any more.');
});

test('a treatment that nobody offers is said to be no longer offered', () => {
  expect(notOfferedText({ ...asked, options: [{ name: 'Dermatology' }] })).toBe('Cardiology is not offered any more.');
});
