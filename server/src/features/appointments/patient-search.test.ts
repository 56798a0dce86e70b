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
  expect(readPatientSearch(search).datesOfBirth).toEqual(datesOfBirth);
});

it.each([
  ['030 901820', '30901820'],
  ['+49 (30) 90-18-20', '4930901820'],
  ['0182', undefined],
  ['90182', '90182'],
  ['Mia 90182', undefined],
  ['mia', undefined],
])('reads %s as the digits %s of a phone number', (search, digits) => {
  expect(readPatientSearch(search)).toEqual({ datesOfBirth: [], digits });
});
