import type { Page } from '@playwright/test';
import { bookedAppointment, inTurn, longName, type Screen } from './screen.ts';

/** The list of appointments, and their number. */
const listOf = (found: readonly object[], toPay?: readonly object[]) => [
  { to: /\/api\/appointments\?/, body: found },
  { to: /\/api\/appointments\/count\?/, body: { count: found.length, isMore: false, toPay } },
];
const known = { _id: '01a1fcd7-ab4d-70b9-8038-09f3cb3fa7dd', name: longName, email: 'max@openhours.example' };
const patients = [
  { ...known, phone: '+49 30 901820', emails: 'unconfirmed', can: { change: true, delete: false, merge: false } },
  {
    ...known,
    _id: known._id.replace('01a1', '01a3'),
    name: 'Mia Rivera',
    email: '',
    emails: 'on',
    phone: '',
    can: { change: true, delete: true, merge: true },
    dateOfBirth: '2018-05-04',
    guardian: 'Sam Rivera',
  },
  {
    ...known,
    _id: known._id.replace('01a1', '01a2'),
    name: 'Sam Rivera',
    email: 'patient@openhours.example',
    emails: 'on',
    phone: '',
    can: { change: false, delete: false, merge: false },
  },
];

const [, mia, sam] = patients;
const merge = {
  from: { ...mia, appointments: 4, dependants: 0 },
  into: { ...sam, name: 'Mia Rivera-Castellanos', dateOfBirth: '2008-05-04', appointments: 0, dependants: 2 },
};

function appointmentOf(given: { reference: string } & Record<string, unknown>) {
  return {
    _id: `01a1fcd7-ab4d-70b9-8038-09f3cb${given.reference.charCodeAt(0).toString(16).padStart(6, '0')}`,
    ...bookedAppointment,
    patientId: known._id,
    emails: 'on',
    phone: '+49 30 901820',
    doctorName: 'Amara Nwosu',
    can: { cancel: true, move: true, takePayment: true, become: [] },
    ...given,
  };
}

const appointments = [
  appointmentOf({ reference: 'K7M4PX', can: { cancel: true, move: true, takePayment: true, become: ['arrived'] } }),
  appointmentOf({
    reference: 'A7M4PX',
    patient: longName,
    emails: 'unconfirmed',
    phone: '',
    paid: true,
    can: { cancel: true, move: true, takePayment: false, become: [] },
    slot: '10:00 AM - 10:30 AM',
  }),
  appointmentOf({
    reference: 'B7M4PX',
    doctorName: undefined,
    price: 0,
    state: 'no-show',
    can: { cancel: true, move: true, takePayment: false, become: ['arrived', 'booked'] },
    slot: '11:00 AM - 11:30 AM',
  }),
  appointmentOf({
    reference: 'C7M4PX',
    state: 'cancelled',
    can: { cancel: false, move: false, takePayment: false, become: [] },
    cancelReason: 'The doctor is ill.',
  }),
];

const money = /\/api\/payments\/booking\//;
const cash = {
  _id: '01a1fcd7-ab4d-70b9-8038-09f3cb3fa7e0',
  bookingId: known._id,
  via: 'clinic',
  method: 'cash',
  takenBy: 'Frida Desk',
  transactionId: '0f5z0v3m2k9y7q1c4b8n6x2w0',
  amount: 140,
  refunded: 0,
  currency: 'USD',
  state: 'paid',
  receiptNumber: 'R-2026-000007',
  paidAt: '2026-01-05T10:05:00.000Z',
  refunds: [] as object[],
};
const corrected = {
  ...cash,
  _id: cash._id.replace('01a1', '01a2'),
  refunded: 140,
  state: 'refunded',
  receiptNumber: 'R-2026-000006',
  refunds: [
    {
      _id: cash._id.replace('01a1', '01a3'),
      amount: 140,
      state: 'succeeded',
      why: 'This payment was recorded by mistake.',
      kind: 'correction',
      requestedAt: '2026-01-05T10:05:00.000Z',
      doneAt: '2026-01-05T10:05:00.000Z',
    },
  ],
};
const refundId = cash._id.replace('01a1', '01a4');
/** The patient moved to a dearer time. */
const outpriced = {
  ...corrected,
  refunds: [
    {
      _id: refundId,
      amount: 140,
      state: 'pending',
      why: 'The price of the appointment changed when it was moved.',
      kind: 'at-clinic',
      requestedAt: '2026-01-05T10:05:00.000Z',
    },
  ],
};
const moneyOf = (given: object) => ({
  bookingId: known._id,
  paid: false,
  price: 140,
  currency: 'USD',
  isOwn: false,
  underWay: false,
  payments: [],
  can: { take: false, correct: [], payOut: [] },
  ...given,
});
const paidInCash = moneyOf({
  paid: true,
  payments: [cash, corrected],
  can: { take: false, correct: [cash._id], payOut: [] },
});
const entry = {
  kind: 'payment',
  at: '2026-01-05T10:05:00.000Z',
  method: 'cash',
  currency: 'USD',
  amount: 140,
  by: 'Frida Desk',
  patient: 'Sam Rivera',
  bookingId: known._id,
  bookingReference: 'K7M4PX',
  paymentId: cash._id,
  receiptNumber: 'R-2026-000007',
};
const total = { method: 'cash', currency: 'USD', payments: 1, received: 140, refunded: 0, total: 140 };
const byTerminal = { method: 'terminal', currency: 'USD', payments: 1, received: 60, refunded: 0, total: 60 };
const owed = {
  _id: known._id,
  method: 'cash',
  currency: 'USD',
  amount: 140,
  patient: longName,
  phone: '+49 30 901820',
  bookingId: known._id,
  bookingReference: 'C7M4PX',
  appointmentDate: 'Jan 5, 2099',
  paymentId: cash._id,
  why: 'The appointment was cancelled.',
  since: '2026-01-05T10:05:00.000Z',
  can: { payOut: true },
};
const takings = {
  date: 'Jan 5, 2026',
  totals: [total, byTerminal],
  people: [
    {
      _id: '0197f000-0000-7000-8000-00000000000a',
      name: 'Frida Desk',
      totals: [{ ...total, payments: 1 }, byTerminal],
    },
    {
      _id: '0197f000-0000-7000-8000-00000000000b',
      name: longName,
      totals: [],
    },
  ],
  entries: [
    entry,
    { ...entry, paymentId: corrected._id, patient: longName, by: longName, receiptNumber: 'R-2026-000006' },
    {
      ...entry,
      kind: 'correction',
      amount: -140,
      paymentId: corrected._id,
      patient: longName,
      by: longName,
      receiptNumber: 'R-2026-000006',
    },
    { ...entry, method: 'terminal', amount: 60, paymentId: known._id, receiptNumber: 'R-2026-000008' },
  ],
  owed: [owed],
};
const takingsPage = { page: 'takings', signedInAs: 'admin' } as const;
const takingsCall = /\/api\/appointments\/takings/;

const nextFree = [
  {
    optionId: known._id,
    doctorName: longName,
    date: '2099-01-05',
    slot: '09:00 AM - 09:30 AM',
    startsAt: '2099-01-05T09:00:00.000Z',
  },
];

const tooMany = {
  acknowledged: false,
  code: 'TOO_MANY',
  message: 'These are too many appointments for one file. Please choose fewer days.',
};
const bookings = { page: 'bookings', shows: 'K7M4PX', signedInAs: 'admin' } as const;
const bookForPatient = {
  page: 'bookForPatient',
  shows: 'Not in the list?',
  signedInAs: 'admin',
  answers: [
    { to: /\/api\/patients\?/, body: patients },
    { to: /\/api\/patients\/[^/]+\/merge\?/, body: merge },
    {
      to: /\/api\/appointments\/series\/preview$/,
      body: {
        dates: [
          { appointmentDate: 'Jan 5, 2099' },
          { appointmentDate: 'Jan 12, 2099', clash: '09:00 AM - 09:30 AM is taken.' },
          { appointmentDate: 'Jan 19, 2099' },
        ],
      },
    },
    { to: /\/api\/appointments$/, body: { acknowledged: true, appointment: appointments[1] } },
  ],
} as const;

/** The pages of the front desk. */
export const frontDeskScreens: readonly Screen[] = [
  { name: 'bookings', ...bookings, answers: listOf(appointments), isPrinted: true },
  {
    name: 'bookings-found',
    ...bookings,
    path: '/dashboard/bookings?search=sam&day=2099-01-05',
    answers: listOf(appointments),
  },
  {
    name: 'bookings-reference',
    ...bookings,
    path: '/dashboard/bookings?search=k7m4px&day=2099-01-05&state=booked',
    answers: listOf(appointments.slice(0, 1)),
    shows: '“k7m4px” on any day, in any state',
  },
  {
    name: 'bookings-not-found',
    ...bookings,
    path: '/dashboard/bookings?search=030+901820&day=2099-01-05',
    answers: listOf([]),
    shows: 'Search from today',
  },
  {
    name: 'bookings-export-failed',
    ...bookings,
    path: '/dashboard/bookings?day=2099-01-05&to=2099-12-31&state=booked%2Ccancelled&unpaid=1',
    answers: [
      { to: /\/api\/appointments\.csv/, status: 409, body: tooMany },
      ...listOf(appointments, [{ amount: 140, currency: 'USD' }]),
    ],
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Download CSV' }).click();
      await page.getByText('These are too many').waitFor();
    },
    fails: { status: 409, path: '/api/appointments.csv' },
  },
  {
    name: 'bookings-none',
    ...bookings,
    path: '/dashboard/bookings?time=14%3A10',
    answers: listOf([]),
    shows: 'No more appointments on this day',
  },
  {
    name: 'take-payment',
    ...bookings,
    answers: [...listOf(appointments), { to: money, body: moneyOf({ can: { take: true, correct: [], payOut: [] } }) }],
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Take payment: Sam Rivera' }).click();
      await page.getByRole('button', { name: 'Record payment' }).waitFor();
    },
  },
  {
    name: 'take-difference',
    ...bookings,
    answers: [
      ...listOf(appointments),
      {
        to: money,
        body: moneyOf({ price: 180, payments: [outpriced], can: { take: true, correct: [], payOut: [refundId] } }),
      },
    ],
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Take payment: Sam Rivera' }).click();
      await page.getByText('Take $40.00 more in cash.').waitFor();
    },
  },
  ...inTurn(
    {
      name: 'payment-at-clinic',
      ...bookings,
      answers: [...listOf(appointments), { to: money, body: paidInCash }],
      prepare: async (page) => {
        await page.getByRole('button', { name: /^Details/ }).click();
        await page.getByRole('button', { name: 'Correct …' }).waitFor();
      },
    },
    {
      name: 'payment-correction',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Correct …' }).click();
        await page.getByRole('button', { name: 'Correct the payment' }).click();
        await page.getByText('Please give a reason.').waitFor();
      },
    },
  ),
  {
    name: 'takings',
    ...takingsPage,
    path: '/dashboard/takings?day=2026-01-05',
    shows: 'Refunds due (1)',
    answers: [{ to: takingsCall, body: takings }],
    isPrinted: true,
  },
  {
    name: 'front-desk-home',
    page: 'dashboard',
    shows: 'Book for a patient',
    signedInAs: 'patient',
    answers: [{ to: /\/api\/session$/, changes: [/"isFrontDesk":false/g, '"isFrontDesk":true'] }],
  },
  ...inTurn(
    { name: 'book-for-patient', ...bookForPatient, prepare: searchPatient },
    { name: 'book-for-patient-slot', prepare: choosePatient },
    {
      name: 'booked-for-patient',
      prepare: async (page) => {
        await chooseSlot(page);
        await page.getByRole('button', { name: 'Book appointment' }).click();
        await page.getByText('Appointment booked').waitFor();
      },
    },
  ),
  {
    name: 'patient-details-own-account',
    ...bookForPatient,
    prepare: async (page) => {
      await searchPatient(page);
      await page.getByRole('button', { name: /^Mia Rivera/ }).click();
      await page.getByRole('button', { name: /^Change details or / }).click();
      const dialog = page.getByRole('dialog', { name: 'Patient details' });
      await dialog.getByLabel('Email').fill('mia@openhours.example');
      await dialog.getByText('Sam Rivera will no longer look after them').waitFor();
      await dialog.getByRole('button', { name: 'Save and open the account' }).waitFor();
    },
  },
  ...inTurn(
    {
      name: 'merge-account',
      ...bookForPatient,
      prepare: async (page) => {
        await searchPatient(page);
        await page.getByRole('button', { name: /^Mia Rivera/ }).click();
        await page.getByRole('button', { name: 'Same person as…' }).click();
        await page.getByRole('dialog', { name: 'Same person as…' }).getByText('2 found').waitFor();
      },
    },
    {
      name: 'merge-patients',
      prepare: async (page) => {
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Sam Rivera/ })
          .click();
        await page.getByText('The dates of birth differ.').waitFor();
      },
    },
  ),
  {
    name: 'book-for-patient-full',
    ...bookForPatient,
    answers: [
      ...bookForPatient.answers,
      { to: /\/api\/appointments\/options/, changes: [/"slots":\[[^\]]*\]/g, '"slots":[]'] },
      { to: /\/api\/appointments\/next-free/, body: nextFree },
    ],
    prepare: async (page) => {
      await searchPatient(page);
      await choosePatient(page);
      await page.getByLabel('Treatment').selectOption({ index: 1 });
      await page.getByText('has no free slot').waitFor();
    },
  },
  {
    name: 'book-for-patient-errors',
    ...bookForPatient,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'New patient' }).click();
      await page.getByRole('button', { name: 'Book appointment' }).click();
      await page.getByText('Name is Required').waitFor();
    },
  },
  {
    name: 'book-series',
    ...bookForPatient,
    prepare: async (page) => {
      await searchPatient(page);
      await choosePatient(page);
      await chooseSlot(page);
      await page.getByLabel('Repeat').selectOption('Every week');
      await page.getByRole('button', { name: 'Check the dates' }).click();
      await page.getByText('2 of 3 dates can be booked').waitFor();
    },
  },
];

async function searchPatient(page: Page): Promise<void> {
  await page.getByLabel('Find a patient by name, email, phone or date of birth').fill('sam');
  await page.getByText('3 found').waitFor();
}

async function chooseSlot(page: Page): Promise<void> {
  const treatment = page.getByLabel('Treatment');
  const free = treatment.locator('option', { hasText: / free$/ }).first();
  await treatment.selectOption((await free.getAttribute('value')) ?? '');
  await page.getByLabel('Slot').selectOption({ index: 1 });
}

async function choosePatient(page: Page): Promise<void> {
  await page.getByRole('button', { name: longName }).click();
  await page.getByLabel('Treatment').locator('option').nth(1).waitFor({ state: 'attached' });
}
