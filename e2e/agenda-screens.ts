import type { Page } from '@playwright/test';
import type { Answer } from './answers.ts';
import { cancellationOfSeries, closeDialog, discardDialog, inTurn, longName, type Screen } from './screen.ts';

const call = /\/api\/agenda\?/;
const idOf = (start: number, part = 0) =>
  `01a1fcd7-ab4d-70b9-${String(8000 + part)}-${String(start).padStart(12, '0')}`;

function appointmentAt(startMinute: number, given: Record<string, unknown> = {}) {
  return {
    _id: idOf(startMinute, 1),
    reference: 'K7M4PX',
    startMinute,
    minutes: 30,
    patientId: idOf(1, 2),
    patient: 'Sam Rivera',
    emails: 'on',
    phone: '+49 30 901820',
    isNew: false,
    isConfirmed: false,
    isDoctorAway: false,
    isClinicClosed: false,
    optionId: idOf(1, 3),
    treatment: 'Cardiology',
    colour: '#3b82f6',
    price: 140,
    currency: 'USD',
    paid: false,
    state: 'booked',
    version: 1,
    can: { cancel: true, move: true, become: ['arrived'] },
    ...given,
  };
}

const calendarOf = (number: number, given: Record<string, unknown>) => ({
  _id: idOf(number, 4),
  options: [{ _id: idOf(1, 3), treatment: 'Cardiology', minutes: 30, colour: '#3b82f6' }],
  ...given,
});
const calendars = [
  calendarOf(1, { doctorName: 'Amara Nwosu' }),
  calendarOf(2, { doctorName: 'Elias Okafor' }),
  calendarOf(3, { doctorName: 'Maya Lindqvist' }),
  // A treatment of five minutes.
  calendarOf(4, { options: [{ _id: idOf(2, 3), treatment: 'Vaccination', minutes: 5, colour: '#16a34a' }] }),
];

const closed = [
  {
    _id: idOf(3, 6),
    from: '2099-01-05',
    to: '2099-01-05',
    fromMinute: 720,
    toMinute: 780,
    reason: 'Staff meeting about the new practice software',
    startMinute: 720,
    minutes: 60,
    whose: 'clinic',
  },
];

function dayOf(number: number, given: Record<string, unknown> = {}) {
  return {
    calendarId: idOf(number, 4),
    date: '2099-01-05',
    hours: [
      { startMinute: 540, minutes: 180 },
      { startMinute: 780, minutes: 240 },
    ],
    closed,
    appointments: [],
    blocks: [],
    held: [],
    offered: [],
    free: [],
    ...given,
  };
}

const agenda = {
  calendars,
  days: [
    dayOf(1, {
      appointments: [
        appointmentAt(540, { state: 'done', paid: true }),
        appointmentAt(570, { state: 'no-show', patient: 'Farid Brandt' }),
        appointmentAt(600, { state: 'in-progress', patient: longName }),
        appointmentAt(630, { state: 'arrived', isNew: true, patient: 'Mona Abbott', colour: null }),
        appointmentAt(780, { isNew: true, patient: longName, phone: '', visitReason: 'A cough that does not go away' }),
      ],
      blocks: [{ _id: idOf(660, 5), startMinute: 660, minutes: 60, reason: 'Meeting of the team' }],
      held: [{ startMinute: 840, minutes: 30 }],
      offered: [
        {
          startMinute: 960,
          minutes: 30,
          until: '2099-01-05T14:17:00.000Z',
          entry: { _id: idOf(960, 7), patient: 'Mia Rivera' },
        },
      ],
      free: [{ optionId: idOf(1, 3), startMinutes: [810, 870, 900, 930, 990] }],
    }),
    dayOf(2, {
      hours: [
        { startMinute: 540, minutes: 30 },
        { startMinute: 600, minutes: 30 },
      ],
      closed: [
        ...closed,
        {
          _id: idOf(2, 6),
          from: '2099-01-05',
          to: '2099-01-05',
          fromMinute: 570,
          toMinute: 600,
          reason: 'A call',
          startMinute: 570,
          minutes: 30,
          whose: 'doctor',
        },
        {
          _id: idOf(1, 6),
          from: '2099-01-05',
          to: '2099-01-06',
          fromMinute: 630,
          toMinute: 840,
          reason: 'Ill',
          startMinute: 630,
          minutes: 810,
          whose: 'doctor',
        },
      ],
      appointments: [appointmentAt(660, { isDoctorAway: true, patient: 'Noor Haddad' })],
      free: [{ optionId: idOf(1, 3), startMinutes: [540, 600] }],
    }),
    dayOf(3, {
      appointments: [
        appointmentAt(540, { minutes: 10, patient: longName }),
        appointmentAt(550, { minutes: 15, patient: 'Theodora Papadopoulou' }),
        appointmentAt(570, { minutes: 15, state: 'arrived', patient: 'Li Wei' }),
        appointmentAt(720, { isClinicClosed: true, patient: 'Ines Duarte' }),
      ],
    }),
    dayOf(4, {
      appointments: [appointmentAt(600, { price: 0, minutes: 60 })],
      free: [
        {
          optionId: idOf(2, 3),
          startMinutes: [540, 660, 780, 840, 900, 960].flatMap((hour) =>
            Array.from({ length: 12 }, (_, at) => hour + 5 * at),
          ),
        },
      ],
    }),
  ],
};
const dayScreen = {
  page: 'agenda',
  path: '/dashboard/agenda?day=2099-01-05',
  shows: /\d+ appointments?, /,
  signedInAs: 'admin',
} as const;

const booking = {
  _id: idOf(630, 1),
  reference: 'K7M4PX',
  patient: 'Mona Abbott',
  dateOfBirth: '1961-05-06',
  isForSomebodyElse: false,
  email: 'mona@openhours.example',
  emails: 'unconfirmed',
  phone: '+49 30 901820',
  treatment: 'Cardiology',
  doctorName: 'Amara Nwosu',
  appointmentDate: 'Jan 5, 2099',
  slot: '10:30 AM - 11:00 AM',
  startsAt: '2099-01-05T10:30:00.000Z',
  minutes: 30,
  price: 140,
  currency: 'USD',
  paid: false,
  state: 'booked',
  version: 2,
  // Moved by the clinic: the patient gets no emails and has to be called.
  history: ['Elias Okafor', 'Amara Nwosu'].map((doctorName, at) => ({
    at: `2099-01-0${1 + at}T10:05:00.000Z`,
    as: at === 0 ? 'patient' : 'clinic',
    byReader: at === 1,
    state: 'booked',
    appointmentDate: 'Jan 5, 2099',
    slot: '10:30 AM - 11:00 AM',
    doctorName,
  })),
  can: { cancel: true, move: true, takePayment: true, become: ['arrived', 'no-show'] },
  bookedAt: '2099-01-01T10:05:00.000Z',
};
const answers: readonly Answer[] = [
  {
    to: /\/api\/agenda\/blocks$/,
    status: 409,
    body: { acknowledged: false, code: 'HITS_BOOKINGS', message: 'An appointment is there.', bookings: [booking] },
  },
  { to: /\/api\/closures\/preview$/, body: { bookings: [booking] } },
  { to: call, body: agenda },
  { to: /\/api\/bookings\/[^/]+\/cancellation$/, body: cancellationOfSeries('staff') },
  { to: /\/api\/bookings\/[^/]+$/, body: booking },
  {
    to: /\/notes$/,
    body: [
      {
        _id: idOf(1, 6),
        text: 'Afraid of needles.',
        at: booking.bookedAt,
        by: 'Frida Desk',
        struck: { at: booking.bookedAt, by: 'Maya Lindqvist' },
      },
      { _id: idOf(2, 6), text: `Comes with ${longName}.`, at: booking.bookedAt, by: 'Frida Desk' },
    ],
  },
  {
    to: /\/others$/,
    body: [1, 2, 3, 4, 5, 6].map((number) => ({
      ...booking,
      ...(number > 2 && { appointmentDate: 'Jan 6, 2025', startsAt: '2025-01-06T09:30:00.000Z', state: 'done' }),
      _id: idOf(number, 9),
      patientId: idOf(1, 9),
    })),
  },
];

/** Unfolds the actions on a phone. */
async function openActions(page: Page): Promise<void> {
  const folded = page.locator('details:not([open]) > summary', { hasText: 'Filters and actions' });
  if (await folded.isVisible()) await folded.click();
}

/** The agenda of the doctors and the front desk. */
export const agendaScreens: readonly Screen[] = [
  ...inTurn(
    { name: 'agenda', ...dayScreen, answers, isPrinted: true },
    {
      name: 'agenda-free-times',
      prepare: async (page) => {
        await page.getByRole('button', { name: '09:00 AM, 3 free' }).press('Enter');
        await page.getByRole('dialog').getByRole('button', { name: '09:10 AM' }).waitFor();
      },
    },
    {
      name: 'agenda-actions',
      prepare: async (page) => {
        await closeDialog(page);
        await openActions(page);
      },
    },
    {
      name: 'agenda-block',
      fails: { status: 409, path: '/api/agenda/blocks' },
      prepare: async (page) => {
        await openActions(page);
        await page.getByRole('button', { name: 'Block time' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Doctor', { exact: true }).selectOption({ index: 1 });
        await dialog.getByLabel('Reason').fill('A meeting');
        await dialog.getByRole('button', { name: 'Block time' }).click();
        await dialog.getByLabel('Reason for the patients').waitFor();
      },
    },
    {
      name: 'agenda-away',
      prepare: async (page) => {
        await discardDialog(page);
        await openActions(page);
        await page.getByRole('button', { name: 'Doctor away', exact: true }).click();
        await page.getByRole('dialog').getByLabel('Applies to').selectOption({ index: 1 });
        await page.getByRole('dialog').getByLabel('Reason').fill('Ill');
        await page.getByRole('dialog').getByRole('radio', { name: 'Keep it' }).check();
      },
    },
    {
      name: 'agenda-end-away',
      prepare: async (page) => {
        await discardDialog(page);
        await page.getByRole('button', { name: /^Away .*Ill/ }).click();
        await page.getByRole('dialog').getByLabel('Open from').waitFor();
      },
    },
    {
      name: 'agenda-appointment',
      prepare: async (page) => {
        await closeDialog(page);
        await page.getByRole('button', { name: /Mona Abbott/ }).click();
        await page.getByRole('heading', { name: 'History' }).waitFor();
      },
    },
    {
      name: 'agenda-cancellation',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Cancel appointment' }).click();
        await page.getByText('gets back $140.00').waitFor();
      },
    },
    {
      name: 'agenda-cancellation-series',
      prepare: async (page) => {
        await page.getByRole('radio', { name: 'This and the 3 later ones' }).check();
        await page.getByText('gets back $280.00').waitFor();
      },
    },
  ),
  {
    name: 'agenda-week',
    ...dayScreen,
    path: `/dashboard/agenda?day=2099-01-05&view=week&doctor=${idOf(1, 4)}`,
    answers: [
      {
        to: call,
        body: {
          calendars: calendars.slice(0, 1),
          days: Array.from({ length: 7 }, (_, at) => ({
            ...(at < 2 ? agenda.days[0] : dayOf(1, at > 4 ? { hours: [] } : {})),
            date: `2099-01-${String(5 + at).padStart(2, '0')}`,
          })),
        },
      },
    ],
  },
  {
    name: 'doctor-home',
    page: 'dashboard',
    shows: 'With you now',
    signedInAs: 'doctor',
    answers: [{ to: call, body: { ...agenda, days: [{ ...agenda.days[0], lateMinutes: 20 }] } }],
  },
  {
    name: 'agenda-none',
    ...dayScreen,
    answers: [{ to: call, body: { calendars: [], days: [] } }],
    shows: 'Choose treatments for a doctor',
  },
  {
    name: 'agenda-week-of-nobody',
    ...dayScreen,
    path: '/dashboard/agenda?day=2099-01-05&view=week',
    shows: 'The week view shows one doctor at a time.',
  },
];
