import { expect, it } from 'vitest';
import { readPatientSearch } from './patient-search.ts';

it.each([
  ['1980-01-31', ['1980-01-31']],
  ['31.1.1980', ['1980-01-31']],
  ['1/31/1980', ['1980-01-31']],
  ['3.1.1980', ['1980-01-03', '1980-03-01']],
  ['1.1.1980', ['1980-01-01']],
  ['31.2.1980', []],
])('reads %s as a date of birth', (search, datesOfBirth) => {
  expect(readPatientSearch(search, 'DE').datesOfBirth).toEqual(datesOfBirth);
});

it.each([
  ['030 901820', '30901820', '+4930901820'],
  ['+49 (30) 90-18-20', '4930901820', '+4930901820'],
  ['+49 (0)30 901820', '4930901820', '+4930901820'],
  ['0049 30/90 18 20', '4930901820', '+4930901820'],
  ['\u202a+49 30 90\u201118\u201120\u202c', '4930901820', '+4930901820'],
  ['٠٣٠٩٠١٨٢٠', '4930901820', '+4930901820'],
  ['0182', undefined, undefined],
  ['1820', '1820', undefined],
  ['Mia 90182', undefined, undefined],
  ['mia', undefined, undefined],
  ['K7M4PX', undefined, undefined],
  ['', undefined, undefined],
])('reads %s as the digits %s of a phone number, the whole number %s', (search, digits, phone) => {
  expect(readPatientSearch(search, 'DE')).toEqual({ datesOfBirth: [], digits, phone });
});

it.each([
  ['8 (912) 345-67-89', 'RU', '79123456789', '+79123456789'],
  ['(202) 555-0143', 'US', '2025550143', '+12025550143'],
  ['1-202-555-0143', undefined, '12025550143', '12025550143'],
  ['0171 1234567', undefined, '1711234567', '01711234567'],
])('reads %s as a number of %s', (search, country, digits, phone) => {
  expect(readPatientSearch(search, country)).toMatchObject({ digits, phone });
});

it('reads a part of a number as it is, although it would be a number by itself', () => {
  expect(readPatientSearch('90182', 'DE').digits).toBe('90182');
});
