import { expect, it } from 'vitest';
import { optionGroups } from './option-groups.ts';

const option = (_id: string, doctorName?: string) => ({
  _id,
  name: 'Cardiology',
  price: 0,
  currency: 'USD',
  minutes: 30,
  slots: [],
  ...(doctorName && { doctorName }),
});
const [duty, maya, zoe, mayaAgain] = [option('a'), option('b', 'Maya'), option('c', 'Zoë'), option('d', 'Maya')];
const options = [duty, maya, zoe, mayaAgain];

it('begins with the doctor, or the duty, from whose column of the agenda the form was opened', () => {
  expect(optionGroups(options, 'd')).toEqual([
    { label: 'Dr. Maya', options: [maya, mayaAgain] },
    { label: 'Others', options: [duty, zoe] },
  ]);
  expect(optionGroups(options, 'a')).toEqual([
    { label: 'Doctor on duty', options: [duty] },
    { label: 'Others', options: [maya, zoe, mayaAgain] },
  ]);
});

it('has no groups without such a column, or with nobody else', () => {
  expect(optionGroups(options, '')).toEqual([{ label: '', options }]);
  expect(optionGroups([maya, mayaAgain], 'b')).toEqual([{ label: '', options: [maya, mayaAgain] }]);
});
