import type { AgendaAppointment } from '@openhours/contract/agenda.ts';
import { expect, it } from 'vitest';
import { dropOf } from './drop.ts';
import { type AgendaColumn, layoutOf } from './layout.ts';

const appointment: AgendaAppointment = {
  _id: 'b',
  reference: 'K7M4PX',
  startMinute: 540,
  minutes: 30,
  patientId: 'p',
  patient: 'Pat Example',
  emails: 'on',
  phone: '',
  isNew: false,
  isConfirmed: false,
  isDoctorAway: false,
  isClinicClosed: false,
  optionId: 'check-up',
  treatment: 'Check-up',
  colour: null,
  price: 0,
  currency: 'USD',
  paid: false,
  state: 'booked',
  version: 1,
  can: { cancel: true, move: true, takePayment: false, become: [] },
};

/** A doctor's day with free times of each of the treatments. */
function column(
  id: string,
  treatments: readonly string[],
  appointments: readonly AgendaAppointment[] = [],
): AgendaColumn {
  const options = treatments.map((treatment) => ({
    _id: `${id} ${treatment}`,
    treatment,
    minutes: 30,
    colour: null,
  }));
  const day = {
    calendarId: id,
    date: '2024-01-08',
    hours: [],
    closed: [],
    appointments: [...appointments],
    blocks: [],
    held: [],
    offered: [],
    free: options.map(({ _id }) => ({ optionId: _id, startMinutes: [600] })),
  };
  const calendar = { _id: id, doctorName: id, options };
  return { id, title: id, closings: [], calendar, day, layout: layoutOf(day, () => 30) };
}

const drop = (from: AgendaColumn, to: AgendaColumn = from) =>
  dropOf([from, to], { column: 0, startMinute: 540 }, { column: 1, startMinute: 600, pointerMinute: 610 });
const other = column('Mo Medic', ['Cardiology']);

it('moves an appointment to the free time of its treatment', () => {
  const own = { ...appointment, optionId: 'Dora Doctor Check-up', treatment: 'Its old name' };
  const dora = column('Dora Doctor', ['Check-up'], [own]);
  expect(drop(dora)).toMatchObject({ kind: 'move', drop: { optionId: 'Dora Doctor Check-up', startMinute: 600 } });
  expect(drop(dora, other)).toBeUndefined();
});

it('lets staff choose a time if its treatment has ended, unless it is offered there', () => {
  const dora = column('Dora Doctor', ['Cardiology'], [appointment]);
  const choose = { kind: 'choose', bookingId: 'b', day: '2024-01-08' };
  expect(drop(dora)).toEqual(choose);
  expect(drop(dora, other)).toEqual(choose);
  expect(drop(dora, column('Al Also', ['Check-up']))).toMatchObject({ kind: 'move' });
});
