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
const groupsFor = (optionId: string, doctorName?: string) => optionGroups(options, { optionId, doctorName });

it('begins with the doctor, or the duty, from whose column of the agenda the form was opened', () => {
  expect(groupsFor('d')).toEqual([
    { label: 'Dr. Maya', options: [maya, mayaAgain] },
    { label: 'Others', options: [duty, zoe] },
  ]);
  expect(groupsFor('a')).toEqual([
    { label: 'Doctor on duty', options: [duty] },
    { label: 'Others', options: [maya, zoe, mayaAgain] },
  ]);
});

it('begins with the doctor whom the agenda shows alone', () => {
  const groups = [
    { label: 'Dr. Maya', options: [maya, mayaAgain] },
    { label: 'Others', options: [duty, zoe] },
  ];
  expect(groupsFor('', 'Maya')).toEqual(groups);
  expect(groupsFor('', 'Nobody')).toEqual([{ label: '', options }]);
});

it('has no groups without such a column, or with nobody else', () => {
  expect(groupsFor('')).toEqual([{ label: '', options }]);
  expect(optionGroups([maya, mayaAgain], { optionId: 'b', doctorName: undefined })).toEqual([
    { label: '', options: [maya, mayaAgain] },
  ]);
});
