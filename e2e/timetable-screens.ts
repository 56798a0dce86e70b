import type { DoctorHours } from '@openhours/contract/hours.ts';
import type { Page } from '@playwright/test';
import { href } from '../web/src/pages.ts';
import { inTurn, justBooked, otherId, type Screen, unknownId } from './screen.ts';

const myHours = { shows: /^\d+ times$/ } as const;
const closedDays = [
  { _id: unknownId, from: '2099-12-24', to: '2099-12-26', fromMinute: 780, toMinute: 600, reason: 'Christmas' },
  {
    _id: otherId,
    from: '2099-07-01',
    to: '2099-07-01',
    fromMinute: 0,
    toMinute: 1440,
    doctorId: unknownId,
    doctorName: 'Maya Lindqvist',
    reason: 'A course',
  },
];

/** The hours of a doctor who was chosen to work on a Saturday. */
const chosenForSaturday: DoctorHours = {
  doctorName: 'Maya Lindqvist',
  version: 1,
  timeZone: 'UTC',
  weekly: [1, 2, 4].map((weekday) => ({ weekday, from: '09:00', to: '12:00' })),
  later: [],
  exceptions: [{ date: '2099-07-04', off: true }],
  opening: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '08:00', to: '18:00' })),
  specialOpening: [{ date: '2099-07-04', from: '10:00', to: '14:00' }],
  specialDates: ['2099-07-04'],
};

/** The hours of the doctors and of the clinic, and its closing days. */
export const timetableScreens: readonly Screen[] = [
  ...inTurn(
    { name: 'my-hours', page: 'myHours', ...myHours, signedInAs: 'doctor' },
    {
      name: 'my-hours-mistakes',
      prepare: async (page) => {
        await page.getByLabel('Monday, hours 1, until').fill('08:00');
        await page.getByRole('button', { name: 'Copy Tuesday' }).click();
        await page.getByRole('button', { name: 'Add an exception' }).click();
        await page.getByRole('button', { name: 'Save hours' }).click();
        await page.getByText('The end must be after the start.').waitFor();
      },
    },
  ),
  {
    name: 'doctor-hours',
    page: 'doctorHours',
    path: ({ doctorId }) => href.doctorHours(doctorId),
    title: 'Hours of Dr. Maya Lindqvist',
    ...myHours,
    signedInAs: 'admin',
    answers: [{ to: /\/api\/doctors\/[^/]+\/hours$/, body: chosenForSaturday }],
  },
  ...inTurn(
    {
      name: 'closing-days',
      page: 'closingDays',
      shows: 'The whole clinic',
      signedInAs: 'admin',
      answers: [{ to: /\/api\/closures$/, body: closedDays }],
    },
    {
      name: 'closing-days-reopen',
      prepare: async (page) => {
        await page.getByRole('button', { name: /^Open again on Dec 24/ }).click();
        await page.getByRole('dialog').getByLabel('Open from').waitFor();
      },
    },
  ),
  {
    name: 'closing-days-none',
    page: 'closingDays',
    shows: 'No closing days',
    signedInAs: 'doctor',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Close days' }).click();
      await page.getByRole('button', { name: 'Close these days' }).click();
      await page.getByText('Choose the first day.').waitFor();
    },
  },
  ...inTurn(
    {
      name: 'clinic-hours',
      page: 'clinicHours',
      shows: 'Minimum notice',
      signedInAs: 'admin',
      answers: [
        { to: /\/api\/clinic\/hours\/preview$/, body: { bookings: [justBooked, { ...justBooked, _id: otherId }] } },
      ],
    },
    { name: 'clinic-hours-special', prepare: openOnDate },
    { name: 'clinic-hours-stranded', prepare: strandBookings },
  ),
];

/** Opens the clinic on a date at a time when nobody works. */
async function openOnDate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add special opening hours' }).click();
  await page.getByLabel('Date', { exact: true }).fill('2030-01-05');
  await page.getByLabel(/\d, hours, from$/).fill('18-20');
  await page.keyboard.press('Tab');
  await page.getByRole('checkbox', { name: /^Maya Lindqvist/ }).waitFor();
}

/** Closes the clinic on every day, so that what is booked no longer fits. */
async function strandBookings(page: Page): Promise<void> {
  const from = page.getByLabel(/^Monday.*, from$/).first();
  if (!(await from.isVisible())) await page.getByRole('button', { name: 'Add hours on Monday' }).click();
  await from.fill('3');
  await page
    .getByLabel(/^Monday.*, until$/)
    .first()
    .fill('4am');
  await page.getByText(/no longer fits?$/).waitFor();
}
