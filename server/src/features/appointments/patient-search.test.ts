import { expect, it } from 'vitest';
import { readPatientSearch } from './patient-search.ts';

it.each([
  ['030 901820', '30901820', '+4930901820'],
  ['+49 (30) 90-18-20', '4930901820', '+4930901820'],
  ['+49 (0)30 901820', '4930901820', '+4930901820'],
  ['0049 30/90 18 20', '4930901820', '+4930901820'],
  ['\u202a+49 30 90\u201118\u201120\u202c', '4930901820', '+4930901820'],
  ['٠٣٠٩٠١٨٢٠', '4930901820', '+4930901820'],
  ['0182', '182', undefined],
  ['1977', '1977', undefined],
])('reads %s as the digits %s of a phone number, the whole number %s', (typed, digits, phone) => {
  const search = typed.replaceAll(/\p{Cf}/gu, '');
  expect(readPatientSearch(typed, 'DE')).toEqual({
    words: '',
    datesOfBirth: [],
    number: { typed: search, digits },
    ...(phone && { phone }),
  });
});

it.each([
  ['Mia 90182', { words: 'Mia', number: { typed: '90182', digits: '90182' } }],
  ['Mia 030 901820', { words: 'Mia', number: { typed: '030 901820', digits: '30901820' } }],
  ['Mia 1977', { words: 'Mia', number: { typed: '1977', digits: '1977', yearOfBirth: '1977' } }],
  [
    'Mia 5.4.1977 901',
    { words: 'Mia', datesOfBirth: ['1977-04-05', '1977-05-04'], number: { typed: '901', digits: '901' } },
  ],
  ['Mia 082', { words: 'Mia 082' }],
  ['mia', { words: 'mia' }],
  ['', { words: '' }],
])('reads %s as all of its parts', (search, parts) => {
  expect(readPatientSearch(search, 'DE')).toEqual({ datesOfBirth: [], ...parts });
});

it.each([
  ['8 (912) 345-67-89', 'RU', '79123456789', '+79123456789'],
  ['(202) 555-0143', 'US', '2025550143', '+12025550143'],
  ['1-202-555-0143', undefined, '12025550143', '12025550143'],
  ['0171 1234567', undefined, '1711234567', '01711234567'],
])('reads %s as a number of %s', (search, country, digits, phone) => {
  expect(readPatientSearch(search, country)).toMatchObject({ number: { digits }, phone });
});

it('reads a part of a number as it is, although it would be a number by itself', () => {
  expect(readPatientSearch('90182', 'DE').number?.digits).toBe('90182');
});
