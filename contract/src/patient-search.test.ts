import { expect, it } from 'vitest';
import { partsOfSearch } from './patient-search.ts';

const none = { words: '', datesOfBirth: [], number: '' };

it.each([
  ['1980-01-31', ['1980-01-31']],
  ['31.1.1980', ['1980-01-31']],
  ['1/31/1980', ['1980-01-31']],
  ['3.1.1980', ['1980-01-03', '1980-03-01']],
  ['1.1.1980', ['1980-01-01']],
  ['Jan 31, 1980', ['1980-01-31']],
  ['jan 31 1980', ['1980-01-31']],
])('reads %s as a date of birth', (search, datesOfBirth) => {
  expect(partsOfSearch(search)).toEqual({ ...none, datesOfBirth });
});

it.each([
  ['31.2.1980', { number: '31.2.1980' }],
  ['1/1/0000', { number: '1/1/0000' }],
  ['Jan Feb 31, 1980', { words: 'Jan Feb', number: '31 1980' }],
  ['Tim 31, 1980', { words: 'Tim', number: '31 1980' }],
  ['\u202a+49 30 90\u201118\u201120\u202c', { number: '+49 30 90\u201118\u201120' }],
  ['٠٣٠٩٠١٨٢٠', { number: '٠٣٠٩٠١٨٢٠' }],
  ['mia.1977@example.org', { words: 'mia.1977@example.org' }],
  ['K7M4PX', { words: 'K7M4PX' }],
  [' , ', {}],
])('finds no date of birth in %s', (search, parts) => {
  expect(partsOfSearch(search)).toEqual({ ...none, ...parts });
});

const garcia = { words: 'Garcia, Maria', datesOfBirth: ['1977-08-24'] };

it.each([
  ['Garcia, Maria', { datesOfBirth: [] }],
  ['Garcia,Maria 8/24/1977', {}],
  ['24.8.1977 Garcia, Maria', {}],
  ['Maria Garcia, Aug 24, 1977', { words: 'Maria Garcia' }],
  ['Maria 1977-08-24 Garcia', { words: 'Maria Garcia' }],
  ['No.8/24/1977 8/24/1977', { words: 'No.8/24/1977' }],
  ['Garcia, Maria, 1977', { datesOfBirth: [], number: '1977' }],
  ['Garcia, +1 (202) Maria 555-0143', { datesOfBirth: [], number: '+1 (202) 555-0143' }],
  ['Garcia, 2024, Maria 8/24/1977', { number: '2024' }],
])('takes %s apart', (search, parts) => {
  expect(partsOfSearch(search)).toEqual({ ...none, ...garcia, ...parts });
});
