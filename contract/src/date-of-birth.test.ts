import { expect, it } from 'vitest';
import { birthFault } from './date-of-birth.ts';

it.each([
  ['2024-01-08', undefined],
  ['2024-01-09', 'The date of birth lies in the future.'],
  ['1900-01-01', undefined],
  ['0062-05-04', 'Please check the year: it is before 1900.'],
  ['', undefined],
])('a date of birth of %j, on Jan 8, 2024: %s', (dateOfBirth, fault) => {
  expect(birthFault(dateOfBirth, '2024-01-08')).toBe(fault);
});
