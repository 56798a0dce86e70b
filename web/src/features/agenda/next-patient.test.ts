import type { AgendaAppointment } from '@openhours/contract/agenda.ts';
import type { BookingState } from '@openhours/contract/booking-state.ts';
import { expect, test } from 'vitest';
import { nextPatient } from './next-patient.ts';

const appointment = (state: BookingState, startMinute: number): AgendaAppointment => ({
  _id: `${state} ${startMinute}`,
  reference: '',
  startMinute,
  minutes: 30,
  patientId: '',
  patient: '',
  emails: 'on',
  phone: '',
  isNew: false,
  isConfirmed: false,
  isDoctorAway: false,
  isClinicClosed: false,
  optionId: '',
  treatment: '',
  colour: null,
  price: 0,
  currency: 'USD',
  paid: false,
  state,
  version: 1,
  can: { cancel: false, move: false, takePayment: false, become: [] },
});

test.each<[BookingState[], number | undefined]>([
  [['done', 'booked', 'arrived', 'in-progress'], 3],
  [['done', 'booked', 'arrived', 'arrived'], 2],
  [['done', 'no-show', 'booked', 'booked'], 2],
  [['done', 'no-show', 'cancelled'], undefined],
  [[], undefined],
])('of %o, the next patient is number %o', (states, next) => {
  const appointments = states.map((state, at) => appointment(state, 540 + at * 30));
  expect(nextPatient(appointments, 540)).toBe(next === undefined ? undefined : appointments[next]);
});

test('somebody who has not arrived is no longer next when their appointment would have ended', () => {
  const [first, second] = [appointment('booked', 540), appointment('booked', 600)];
  expect(nextPatient([first, second], 569)).toBe(first);
  expect(nextPatient([first, second], 570)).toBe(second);
  expect(nextPatient([first, second], 630)).toBeUndefined();
  const waiting = appointment('arrived', 540);
  expect(nextPatient([waiting, second], 1000)).toBe(waiting);
});
