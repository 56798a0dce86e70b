import type { Page } from '@playwright/test';
import { closeDialog, inTurn, longName, type Screen } from './screen.ts';

const list = /\/api\/waiting-list$/;
const all = /\/api\/waiting-list\/entries/;

const offer = {
  _id: '01a1fcd7-ab4d-70b9-8038-09f3cb3fa7d1',
  optionId: '01a1fcd7-ab4d-70b9-8038-09f3cb3fa7d2',
  doctorName: 'Amara Nwosu',
  appointmentDate: 'Jan 5, 2099',
  slot: '09:00 AM - 09:30 AM',
  startsAt: '2099-01-05T09:00:00.000Z',
  minutes: 30,
  offeredAt: '2026-01-05T10:05:00.000Z',
  // Shown with what is left of it.
  expiresAt: new Date(Date.now() + 12 * 60_000).toISOString(),
  terms: { freeUntil: '2099-01-04T09:00:00.000Z', payWithinMinutes: 30 },
};
const entry = {
  _id: '01a1fcd7-ab4d-70b9-8038-09f3cb3fa7d3',
  treatment: 'Cardiology',
  specialtyId: '01a1fcd7-ab4d-70b9-8038-09f3cb3fa7d4',
  price: 140,
  currency: 'USD',
  from: '2099-01-05',
  to: '2099-01-12',
  times: ['morning', 'evening'],
  patient: 'Sam Rivera',
  isForSomebodyElse: false,
  joinedAt: '2026-01-05T10:05:00.000Z',
};
const others = [
  {
    ...entry,
    _id: entry._id.replace('01a1', '01a2'),
    doctorName: 'Amara Nwosu',
    patient: 'Mia Rivera',
    isForSomebodyElse: true,
    times: [],
    to: entry.from,
  },
  {
    ...entry,
    _id: entry._id.replace('01a1', '01a3'),
    patient: longName,
    times: [],
    earlierThan: {
      bookingId: entry._id,
      appointmentDate: 'Jan 12, 2099',
      slot: '10:00 AM - 10:30 AM',
      price: 140,
      currency: 'USD',
    },
  },
];
export const offeredEntry = { ...entry, offer };
const mine = [offeredEntry, others[0]];
const listed = [offeredEntry, ...others].map((one, number) => ({
  ...one,
  email: 'patient@openhours.example',
  emails: 'unconfirmed',
  phone: '+49 30 901820',
  isCalled: false,
  failedOffers: number,
  ...(number === 1 && {
    email: '',
    emails: 'no-address',
    isCalled: true,
    callAbout: {
      optionId: offer.optionId,
      doctorName: offer.doctorName,
      appointmentDate: offer.appointmentDate,
      slot: offer.slot,
    },
  }),
}));

/** Every slot is taken, so that each line offers to wait. */
const fullDay: NonNullable<Screen['answers']> = [
  { to: /\/api\/v2\/appointmentOptions/, changes: [/"slots":\["[^\]]*\]/g, '"slots":[]'] },
  { to: /\/api\/availability/, changes: [/"status":"free"/g, '"status":"full"'] },
];

async function startWaiting(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tell me when something frees up' }).first().click();
  await page.getByRole('dialog').getByLabel('From').waitFor();
}

const staffPage = { page: 'waitingList', shows: longName, signedInAs: 'admin' } as const;

export const waitingListScreens: readonly Screen[] = [
  ...inTurn(
    {
      name: 'appointment-full-line',
      page: 'bookAppointment',
      shows: 'Tell me when something frees up',
      signedInAs: 'patient',
      answers: fullDay,
    },
    { name: 'appointment-waiting', prepare: startWaiting },
  ),
  ...inTurn(
    {
      name: 'my-appointments-offer',
      page: 'myAppointments',
      shows: 'Book it',
      signedInAs: 'patient',
      answers: [{ to: list, body: mine }],
    },
    {
      name: 'my-appointments-leave',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Remove' }).first().click();
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
      },
    },
  ),
  {
    name: 'dashboard-offer',
    page: 'dashboard',
    shows: 'Book it',
    signedInAs: 'patient',
    answers: [{ to: list, body: mine }],
  },
  ...inTurn(
    {
      name: 'waiting-list',
      ...staffPage,
      // The link from an offered slot in the agenda.
      path: `/dashboard/waitingList?entry=${offeredEntry._id}`,
      answers: [{ to: all, body: listed }],
      prepare: (page) =>
        page.getByRole('heading', { name: offeredEntry.patient }).and(page.locator(':focus')).waitFor(),
    },
    {
      name: 'waiting-list-offer',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Offer a time' }).first().click();
        await page.getByRole('dialog').getByLabel('Free time').waitFor();
      },
    },
    {
      name: 'waiting-list-remove',
      prepare: async (page) => {
        await closeDialog(page);
        await page.getByRole('button', { name: 'Remove' }).first().click();
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor();
      },
    },
    {
      name: 'waiting-list-add',
      prepare: async (page) => {
        await closeDialog(page);
        await page.getByRole('button', { name: 'Add a patient' }).click();
        await page.getByRole('button', { name: 'New patient' }).click();
        await page.getByRole('dialog').getByRole('option', { name: 'Cardiology' }).waitFor({ state: 'attached' });
      },
    },
  ),
];
