import type { Page } from '@playwright/test';
import type { Screen } from './screen-list.ts';

const list = /\/api\/appointments\?/;
const longName = 'Maximiliane-Alexandra Wolfeschlegelsteinhausenbergerdorff de la Santísima Trinidad Ruiz y Picasso';
const known = { _id: '01a1fcd7-ab4d-70b9-8038-09f3cb3fa7dd', name: longName, email: 'max@openhours.example' };
const patients = [
  { ...known, phone: '+49 30 901820' },
  {
    ...known,
    _id: known._id.replace('01a1', '01a2'),
    name: 'Sam Rivera',
    email: 'patient@openhours.example',
    phone: '',
  },
];

function appointmentOf(given: { reference: string } & Record<string, unknown>) {
  return {
    _id: `01a1fcd7-ab4d-70b9-8038-09f3cb${given.reference.charCodeAt(0).toString(16).padStart(6, '0')}`,
    patientId: known._id,
    patient: 'Sam Rivera',
    email: 'patient@openhours.example',
    phone: '+49 30 901820',
    treatment: 'Cardiology',
    doctorName: 'Amara Nwosu',
    appointmentDate: 'Jan 5, 2099',
    slot: '09:00 AM - 09:30 AM',
    startsAt: '2099-01-05T09:00:00.000Z',
    minutes: 30,
    price: 140,
    currency: 'USD',
    paid: false,
    state: 'booked',
    version: 1,
    history: [],
    can: { cancel: true, move: true, become: [] },
    bookedAt: '2026-01-05T10:05:00.000Z',
    ...given,
  };
}

const appointments = [
  appointmentOf({ reference: 'K7M4PX' }),
  appointmentOf({ reference: 'A7M4PX', patient: longName, phone: '', paid: true, slot: '10:00 AM - 10:30 AM' }),
  appointmentOf({ reference: 'B7M4PX', doctorName: undefined, price: 0, slot: '11:00 AM - 11:30 AM' }),
  appointmentOf({ reference: 'C7M4PX', state: 'cancelled', cancelReason: 'The doctor is ill.' }),
];

const bookings = { page: 'bookings', shows: 'K7M4PX', signedInAs: 'admin' } as const;
const bookForPatient = {
  page: 'bookForPatient',
  shows: 'Not here yet?',
  signedInAs: 'admin',
  answers: [
    { to: /\/api\/patients\?/, body: patients },
    { to: /\/api\/appointments$/, body: { acknowledged: true, appointment: appointments[1] } },
  ],
} as const;

/** The pages of the front desk. */
export const frontDeskScreens: readonly Screen[] = [
  { name: 'bookings', ...bookings, answers: [{ to: list, body: appointments }] },
  {
    name: 'bookings-found',
    ...bookings,
    path: '/dashboard/bookings?search=sam&day=2099-01-05',
    answers: [{ to: list, body: appointments }],
  },
  { name: 'bookings-none', ...bookings, answers: [{ to: list, body: [] }], shows: 'No appointments on this day' },
  {
    name: 'bookings-failed',
    ...bookings,
    answers: [{ to: list, status: 400, body: { message: 'The clinic could not answer this.' } }],
    shows: 'We could not load the appointments.',
    fails: { status: 400, path: '/api/appointments' },
  },
  {
    name: 'front-desk-home',
    page: 'dashboard',
    shows: 'Book for a patient',
    signedInAs: 'patient',
    answers: [{ to: /\/api\/session$/, changes: [/"isFrontDesk":false/g, '"isFrontDesk":true'] }],
  },
  { name: 'book-for-patient', ...bookForPatient, prepare: searchPatient },
  { name: 'book-for-patient-slot', ...bookForPatient, prepare: choosePatient },
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
    name: 'booked-for-patient',
    ...bookForPatient,
    prepare: async (page) => {
      await choosePatient(page);
      const treatment = page.getByLabel('Treatment');
      const free = treatment.locator('option:not([disabled])').nth(1);
      await treatment.selectOption((await free.getAttribute('value')) ?? '');
      await page.getByLabel('Slot').selectOption({ index: 1 });
      await page.getByRole('button', { name: 'Book appointment' }).click();
      await page.getByText('Appointment booked').waitFor();
    },
  },
];

async function searchPatient(page: Page): Promise<void> {
  await page.getByLabel('Find a patient by name or email').fill('sam');
  await page.getByText('2 found').waitFor();
}

async function choosePatient(page: Page): Promise<void> {
  await searchPatient(page);
  await page.getByRole('button', { name: longName }).click();
  await page.getByLabel('Treatment').locator('option').nth(1).waitFor({ state: 'attached' });
}
