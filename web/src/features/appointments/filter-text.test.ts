import { expect, test } from 'vitest';
import { filterText } from './filter-text.ts';

const id = '01890000-0000-7000-8000-000000000000';
const none = {
  day: '2026-11-22',
  to: '',
  time: '',
  doctor: '',
  treatment: '',
  person: '',
  states: [],
  unpaidOnly: false,
  search: '',
};
const lists = { doctors: [{ _id: id, name: 'Maya Lindqvist' }], treatments: [{ _id: id, name: 'Cardiology' }] };

test('names each filter that is set, for readers of the printed list', () => {
  expect(
    filterText(
      { ...none, doctor: id, treatment: id, person: id, states: ['booked', 'no-show'], unpaidOnly: true },
      lists,
    ),
  ).toBe('Doctor: Dr. Maya Lindqvist; Treatment: Cardiology; State: Booked, No-show; To be paid; One person only');
  expect(filterText({ ...none, doctor: id }, { ...lists, doctors: [] })).toBe('Doctor: no longer listed');
});

test('names no filter of a list that has all appointments of its days, or of a reference, to which none applies', () => {
  expect(filterText(none, lists)).toBe('');
  expect(filterText({ ...none, doctor: id, search: 'K7M4PX' }, lists)).toBe('');
});
