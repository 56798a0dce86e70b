import { expect, it } from 'vitest';
import { whose } from './whose.ts';

const booking = {
  _id: '1',
  patient: 'Mia Rivera',
  isForSomebodyElse: true,
  email: 'sam@openhours.example',
  emails: 'on',
  phone: '',
} as const;

it('names the patient unless the reader is treated', () => {
  const sam = { email: 'sam@openhours.example' };
  expect(whose(booking, sam)).toEqual({ isStaff: false, name: 'Mia Rivera' });
  expect(whose({ ...booking, isForSomebodyElse: false }, sam)).toEqual({ isStaff: false, name: undefined });
});

it('names every patient to staff', () => {
  const desk = { email: 'desk@openhours.example' };
  expect(whose({ ...booking, isForSomebodyElse: false }, desk)).toEqual({ isStaff: true, name: 'Mia Rivera' });
});

it('names nobody behind the link in an email', () => {
  expect(whose({ token: 'secret' }, null)).toEqual({ isStaff: false, name: undefined });
});
