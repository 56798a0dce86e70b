import type { Page } from '@playwright/test';
import { href } from '../web/src/pages.ts';
import { agendaScreens } from './agenda-screens.ts';
import { openBooking } from './book.ts';
import { frontDeskScreens } from './front-desk-screens.ts';
import { invitationScreens } from './invitation-screens.ts';
import { messageScreens } from './message-screens.ts';
import {
  cancellationOfSeries,
  closeDialog,
  inTurn,
  justBooked,
  longName,
  otherId,
  type Screen,
  type Stage,
  unknownId,
} from './screen.ts';
import { secondFactorScreens } from './second-factor-screens.ts';
import { statisticsScreens } from './statistics-screens.ts';
import { timetableScreens } from './timetable-screens.ts';
import { visitScreens } from './visit-screens.ts';
import { waitingListScreens } from './waiting-list-screens.ts';

const home = { shows: 'What our patients say' };
const appointment = { shows: 'Book Appointment', signedInAs: 'patient' } as const;
const feed = { shows: 'Drink enough water', signedInAs: 'patient' } as const;
const conversations = {
  shows: 'How much is enough?',
  signedInAs: 'patient',
} as const;
const dashboard = { shows: 'Your next appointment', signedInAs: 'patient' } as const;
const nothingAhead = {
  nextAppointment: null,
  unpaid: { count: 0, first: null },
  unread: { messages: 0, conversations: 0 },
};
const myAppointments = { shows: / - \d\d:\d\d [AP]M/ };
const myPosts = { shows: 'Drink enough water', signedInAs: 'doctor' } as const;
const treatments = { shows: / minutes/, signedInAs: 'admin' } as const;
const payments = { shows: 'Sam Rivera', signedInAs: 'admin' } as const;
const reports = { shows: 'Not so sure.', signedInAs: 'admin' } as const;
const receipt = {
  title: ({ receiptNumber }: Stage) => `Receipt ${receiptNumber}`,
  shows: 'Received from',
  signedInAs: 'patient',
} as const;
const nothingHere = { title: 'Page not found', shows: 'There is nothing at this address.' };

const sessionCall = /\/api\/session$/;
const feedCall = /\/api\/posts(\?|$)/;
const noPayments = [{ to: /\/api\/admin\/payments(\?|$)/, body: [] }];
const refusal = { status: 400, body: { message: 'The clinic could not answer this.' } };
const disputed = {
  _id: unknownId,
  kind: 'disputed',
  via: 'card',
  transactionId: 'pi_3OiYn2LkdIwHu7ix0xYp7Ue1',
  message: 'The payer disputes $140.00 (fraudulent). Please answer at the provider.',
  seenAt: '2026-01-05T10:05:00.000Z',
  canPayOut: [],
};

const failedRefund = {
  ...disputed,
  kind: 'refund-failed',
  message: 'The provider did not refund $140.00: expired or canceled card. The clinic still has this money.',
  canPayOut: [{ _id: unknownId, amount: 140, currency: 'USD' }],
};
const refundOfAdmin = {
  _id: unknownId,
  amount: 140,
  state: 'failed',
  why: 'The clinic decided this refund.',
  kind: 'online',
  requestedAt: '2026-01-05T10:05:00.000Z',
};
const payout = { ...refundOfAdmin, _id: unknownId.replace(/.$/, '1'), kind: 'payout', method: 'transfer' };
/** Its refund failed, was recorded as paid by bank transfer, and that was corrected and recorded again. */
const paidOut = {
  _id: unknownId,
  bookingId: unknownId,
  patient: 'Sam Rivera',
  email: 'patient@openhours.example',
  treatment: 'Cardiology',
  appointmentDate: 'Jan 5, 2099',
  slot: '09:00 AM - 09:30 AM',
  currency: 'USD',
  via: 'card',
  transactionId: disputed.transactionId,
  amount: 140,
  refunded: 100,
  state: 'paid',
  paidAt: '2026-01-05T10:05:00.000Z',
  refunds: [refundOfAdmin, payout, { ...payout, _id: unknownId.replace(/.$/, '2'), state: 'succeeded', amount: 100 }],
  bookingReference: 'K7M4PX',
  bookingState: 'cancelled',
  log: [{ at: '2026-01-05T10:05:00.000Z', by: 'Ada Admin', what: '$140.00 paid by card.' }],
  canState: [],
  canPayOut: [{ _id: unknownId, amount: 40, currency: 'USD' }],
  canCorrect: [unknownId.replace(/.$/, '2')],
};

/** A step of the set-up, as an admin of the demo clinic sees it. */
const setupStep = (step: string, title: string) =>
  ({
    name: `setup-${step}`,
    page: 'setupStep',
    path: href.setupStep(step),
    title: `Set-up: ${title}`,
    signedInAs: 'admin',
  }) as const;

/** Every route, the common dialogs, and pages with no data or a failed request. */
export const screens: readonly Screen[] = [
  ...inTurn({ name: 'home', page: 'home', ...home }, { name: 'home-menu', prepare: (page) => openMenu(page, 'Menu') }),
  { name: 'home-signed-in', page: 'home', ...home, signedInAs: 'patient' },
  { name: 'about', page: 'about', shows: 'How booking works' },
  { name: 'privacy', page: 'privacy', shows: 'has not published this text here yet' },
  { name: 'terms', page: 'terms', hasLayoutOf: 'privacy', shows: 'has not published this text here yet' },
  { name: 'imprint', page: 'imprint', hasLayoutOf: 'privacy', shows: 'has not published this text here yet' },
  { name: 'doctors', page: 'doctors', shows: 'Show more times' },
  { name: 'doctors-specialty', page: 'doctors', path: '/doctors?specialty=Dental+Care', shows: 'Show more times' },
  {
    name: 'doctor',
    page: 'doctor',
    path: '/doctors/maya-lindqvist',
    title: 'Dr. Maya Lindqvist',
    shows: 'Show more times',
  },
  ...inTurn(
    { name: 'login', page: 'login', shows: 'Forget Password?' },
    { name: 'login-errors', prepare: (page) => page.getByRole('button', { name: 'Login' }).click() },
  ),
  ...inTurn(
    { name: 'signup', page: 'signup', shows: '6 characters or more' },
    { name: 'signup-errors', prepare: (page) => page.getByRole('button', { name: 'Sign Up' }).click() },
  ),
  { name: 'setup', page: 'setup', path: `${href.setup()}#code=old`, shows: 'The name that patients see.' },
  { name: 'setup-incomplete', page: 'setup', shows: 'This address is incomplete' },
  { name: 'setup-admin', page: 'setup', shows: 'You are the admin of this clinic', signedInAs: 'admin' },
  { ...setupStep('clinic', 'The clinic'), shows: 'Name and address' },
  {
    ...setupStep('hours', 'Opening hours and closing days'),
    shows: 'No closing days',
    answers: [{ to: /\/api\/closures$/, body: [] }],
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add hours on Monday' }).click();
      await page.getByRole('button', { name: 'Close days' }).click();
    },
  },
  {
    ...setupStep('treatments', 'Treatments'),
    shows: 'Start from a list',
    answers: [{ to: /\/api\/treatments$/, body: [] }],
    prepare: async (page) => {
      await page.getByLabel('Start from a list').selectOption('Dental practice');
      await page.getByRole('button', { name: 'Save these treatments' }).click();
      await page.getByText('Enter a price, or 0').first().waitFor();
    },
  },
  { ...setupStep('doctor', 'The first doctor'), shows: 'Make me a doctor' },
  { ...setupStep('ready', 'Your clinic'), title: 'Your clinic', shows: 'Show more times' },
  {
    ...setupStep('ready', 'Your clinic'),
    name: 'setup-ready-failed',
    title: 'Your clinic',
    shows: 'We could not load your clinic.',
    answers: [{ to: /\/api\/clinic$/, ...refusal }],
    fails: { status: 400, path: '/api/clinic' },
  },
  { name: 'forgot-password', page: 'forgotPassword', shows: 'Email' },
  {
    name: 'reset-password',
    page: 'resetPassword',
    path: href.resetPassword({ token: 'old' }),
    shows: 'New password',
  },
  { name: 'unsubscribe', page: 'unsubscribe', path: href.unsubscribe({ token: 'old' }), shows: 'Stop these emails' },
  ...inTurn(
    { name: 'confirm-email', page: 'confirmEmail', path: href.confirmEmail({ token: 'old' }), shows: 'Confirm' },
    {
      name: 'confirm-email-refused',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Confirm' }).click();
        await page.getByText('no longer valid').waitFor();
      },
      fails: { status: 409, path: '/api/email-confirmation/confirm' },
    },
  ),
  {
    name: 'confirm-email-password',
    page: 'confirmEmail',
    path: href.confirmEmail({ token: 'somebody' }),
    shows: 'Confirm',
    answers: [
      {
        to: /\/api\/email-confirmation\/confirm$/,
        status: 409,
        body: {
          code: 'PASSWORD_REQUIRED',
          message: 'You are not signed in to this account here. To confirm, enter its password.',
        },
      },
    ],
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByLabel('Password').waitFor();
    },
    fails: { status: 409, path: '/api/email-confirmation/confirm' },
  },
  ...inTurn(
    {
      name: 'appointment',
      page: 'bookAppointment',
      ...appointment,
      answers: [
        { to: /\/api\/bookings$/, body: { acknowledged: true, insertedId: unknownId, reference: 'K7M4PX' } },
        { to: new RegExp(`/api/bookings/${unknownId}$`), body: justBooked },
      ],
    },
    { name: 'appointment-booking', prepare: openBooking },
    { name: 'appointment-booked', prepare: submitBooking },
  ),
  {
    name: 'appointment-unconfirmed',
    page: 'bookAppointment',
    ...appointment,
    answers: [
      { to: sessionCall, changes: [/"emailVerified":true/g, '"emailVerified":false'] },
      { to: /\/api\/clinic\/rules$/, changes: [/"confirmedEmailOnly":false/g, '"confirmedEmailOnly":true'] },
    ],
    prepare: async (page) => {
      await openBooking(page);
      await page.getByText('Please confirm your email address first').waitFor();
    },
  },
  {
    name: 'appointment-no-day',
    page: 'bookAppointment',
    path: href.bookAppointment({ day: 'none' }),
    ...appointment,
    shows: 'Pick a day',
  },
  {
    name: 'appointment-no-results',
    page: 'bookAppointment',
    path: href.bookAppointment({ search: longName, specialty: 'Dental Care' }),
    ...appointment,
    shows: 'Clear the search',
  },
  ...inTurn(
    { name: 'feed', page: 'feed', ...feed },
    { name: 'report-post', prepare: (page) => openDialog(page, /^Report/) },
  ),
  { name: 'feed-doctor', page: 'feed', ...feed, signedInAs: 'doctor' },
  {
    name: 'feed-failed',
    page: 'feed',
    ...feed,
    answers: [{ to: feedCall, ...refusal }],
    shows: 'We could not load the posts.',
    fails: { status: 400, path: '/api/posts' },
  },
  {
    name: 'feed-long-names',
    page: 'feed',
    ...feed,
    answers: [
      { to: sessionCall, changes: [/"displayName":"[^"]*"/g, `"displayName":"${longName}"`] },
      { to: feedCall, changes: [/"userName":"[^"]*"/g, `"userName":"${longName}"`] },
    ],
    shows: longName,
  },
  ...inTurn(
    { name: 'conversations', page: 'conversations', ...conversations },
    { name: 'conversations-details', prepare: (page) => page.getByText('Details').first().click() },
  ),
  {
    name: 'chat',
    page: 'conversation',
    path: ({ postId, conversationId }) => href.conversation(postId, { with: conversationId }),
    shows: 'How much is enough?',
    signedInAs: 'doctor',
  },
  { name: 'dashboard', page: 'dashboard', ...dashboard },
  {
    name: 'dashboard-unpaid',
    page: 'dashboard',
    ...dashboard,
    answers: [{ to: /\/api\/me\/dashboard$/, changes: [/"paid":true/g, '"paid":false'] }],
    shows: 'not paid yet',
  },
  {
    name: 'dashboard-none',
    page: 'dashboard',
    ...dashboard,
    answers: [{ to: /\/api\/me\/dashboard$/, body: nothingAhead }],
    shows: 'Nothing is booked',
  },
  {
    name: 'dashboard-not-open',
    page: 'dashboard',
    shows: 'Open your clinic',
    signedInAs: 'admin',
    answers: [{ to: /\/api\/clinic$/, changes: [/"open":true/g, '"open":false'] }],
  },
  {
    name: 'dashboard-unconfirmed',
    page: 'dashboard',
    ...dashboard,
    answers: [{ to: sessionCall, changes: [/"emailVerified":true/g, '"emailVerified":false'] }],
    shows: 'Send the link again',
  },
  { name: 'dashboard-admin', page: 'dashboard', shows: 'No unread messages', signedInAs: 'admin' },
  {
    name: 'dashboard-long-name',
    page: 'dashboard',
    ...dashboard,
    answers: [{ to: sessionCall, changes: [/"displayName":"[^"]*"/g, `"displayName":"${longName}"`] }],
    shows: `Welcome back, ${longName}!`,
  },
  ...inTurn(
    {
      name: 'profile',
      page: 'profile',
      shows: 'This browser',
      signedInAs: 'patient',
      answers: [
        {
          to: /\/api\/me\/dependants$/,
          body: [
            {
              _id: '01a1fcd7-ab4d-70b9-8038-09f3cb3fa7dd',
              name: 'Mia Rivera',
              dateOfBirth: '2018-05-04',
              relation: 'child',
            },
          ],
        },
      ],
    },
    {
      name: 'profile-dependant',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Add a person' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
        await page.getByText('Date of birth is required').waitFor();
      },
    },
  ),
  ...inTurn(
    {
      name: 'profile-calendar-feed',
      page: 'profile',
      shows: 'Your private address',
      signedInAs: 'patient',
      answers: [
        {
          to: /\/api\/calendar-feed$/,
          body: {
            feed: {
              url: `https://clinic.example/calendars/9c4cd8cd-3c5f-4a9a-9d3f-0f1d0c7c9f55.${'Xy7-'.repeat(10)}abc.ics`,
              since: '2026-11-01T09:00:00.000Z',
              includeTreatments: false,
            },
          },
        },
        {
          to: /\/api\/phone-confirmation$/,
          body: { isOn: true, phoneNumber: '+49 1511 2345678', isConfirmed: false, acknowledged: true },
        },
        {
          to: /\/api\/me\/second-factor$/,
          body: { required: false, hasPassword: true, hasAuthenticator: true, passkeys: [] },
        },
      ],
    },
    {
      name: 'profile-phone',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Send a code' }).click();
        await page.getByLabel('Code', { exact: true }).fill('12345');
        await page.getByRole('button', { name: 'Confirm number' }).click();
        await page.getByText('Enter the six digits of the code').waitFor();
      },
    },
  ),
  { name: 'my-appointments', page: 'myAppointments', ...myAppointments, signedInAs: 'patient', isPrinted: true },
  {
    name: 'my-appointments-none',
    page: 'myAppointments',
    ...myAppointments,
    shows: 'No appointments yet',
    signedInAs: 'doctor',
  },
  ...inTurn(
    {
      name: 'booking',
      page: 'appointment',
      path: ({ bookingId }) => href.appointment(bookingId),
      answers: [{ to: /\/api\/bookings\/[^/]+\/cancellation$/, body: cancellationOfSeries('patient') }],
      shows: 'Reference',
      signedInAs: 'patient',
      isPrinted: true,
    },
    {
      name: 'booking-cancel',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('radio', { name: 'This and the 3 later ones' }).check();
        await page.getByText('You get back $280.00.').waitFor();
      },
    },
    {
      name: 'booking-move',
      prepare: async (page) => {
        await closeDialog(page);
        await page.getByRole('button', { name: 'Move' }).click();
        await page.getByRole('dialog').getByRole('heading', { level: 4 }).first().waitFor();
      },
    },
    {
      name: 'booking-move-confirm',
      prepare: async (page) => {
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^\d\d:\d\d [AP]M - / })
          .first()
          .click();
        await page.getByText('Old', { exact: true }).waitFor();
      },
    },
    {
      name: 'booking-email-links',
      prepare: async (page) => {
        await closeDialog(page);
        await page.getByText('Links in your emails').click();
        await page.getByRole('button', { name: 'End these links' }).waitFor();
      },
    },
  ),
  {
    name: 'payment',
    page: 'cardPayment',
    path: ({ bookingId }) => href.cardPayment(bookingId),
    title: ({ treatment }) => `Payment for ${treatment}`,
    shows: 'Card number',
    signedInAs: 'patient',
  },
  { name: 'receipt', page: 'receipt', path: ({ paymentId }) => href.receipt(paymentId), ...receipt, isPrinted: true },
  {
    name: 'receipt-failed',
    page: 'receipt',
    path: ({ paymentId }) => href.receipt(paymentId),
    ...receipt,
    title: 'Something went wrong!!!',
    answers: [{ to: /\/api\/payments\/receipt\//, ...refusal }],
    shows: 'Something went wrong!!!',
    fails: { status: 400, path: '/api/payments/receipt/' },
  },
  {
    name: 'no-such-receipt',
    page: 'receipt',
    path: href.receipt(unknownId),
    ...receipt,
    ...nothingHere,
    fails: { status: 404, path: '/api/payments/receipt/' },
  },
  ...inTurn(
    { name: 'doctor-posts', page: 'myPosts', ...myPosts },
    { name: 'delete-post', prepare: (page) => openDialog(page, 'Delete') },
  ),
  {
    name: 'all-users',
    page: 'allUsers',
    shows: longName,
    signedInAs: 'admin',
    answers: [{ to: /\/api\/users\?/, changes: [/"name":"[^"]*"/g, `"name":"${longName}"`] }],
  },
  {
    name: 'all-users-none',
    page: 'allUsers',
    path: href.allUsers({ search: 'nobody at all' }),
    shows: 'No results for',
    signedInAs: 'admin',
  },
  {
    name: 'doctor-role-removal',
    page: 'allUsers',
    path: href.allUsers({ search: 'lindqvist' }),
    shows: 'Maya Lindqvist',
    signedInAs: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Remove the doctor role of Maya Lindqvist' }).click();
      await page.getByText('Patients can no longer book them.').waitFor();
    },
  },
  {
    name: 'add-doctor',
    page: 'addDoctor',
    shows: 'Specialty',
    signedInAs: 'admin',
  },
  ...inTurn(
    {
      name: 'manage-doctors',
      page: 'manageDoctors',
      shows: longName,
      signedInAs: 'admin',
      answers: [{ to: /\/api\/doctors\?/, changes: [/Maya Lindqvist/g, longName] }],
    },
    { name: 'delete-doctor', prepare: openDeletion },
  ),
  ...inTurn(
    { name: 'clinic', page: 'clinic', shows: 'Last lines of a receipt', signedInAs: 'admin' },
    {
      name: 'clinic-accent-refused',
      prepare: async (page) => {
        await page.getByLabel('Accent colour', { exact: true }).fill('#ffcc00');
        await page.getByText('This colour is too light').waitFor();
      },
    },
    {
      name: 'clinic-accent',
      prepare: async (page) => {
        await page.getByLabel('Accent colour', { exact: true }).fill('#7c2d92');
        await page.locator('[data-preview=dark]').waitFor();
      },
    },
    { name: 'clinic-time-zone', prepare: refuseTimeZone, fails: { status: 409, path: '/api/clinic' } },
    {
      name: 'clinic-errors',
      prepare: async (page) => {
        await closeDialog(page);
        await page.getByLabel('Name', { exact: true }).fill('');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByText('Name is Required').waitFor();
      },
    },
  ),
  ...inTurn(
    { name: 'public-texts', page: 'publicTexts', shows: 'Testimonials', signedInAs: 'admin', prepare: addFigure },
    {
      name: 'public-texts-errors',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Save texts' }).click();
        await page.getByText('Figure is Required').waitFor();
      },
    },
  ),
  {
    name: 'public-texts-none',
    page: 'publicTexts',
    shows: 'Add a testimonial',
    signedInAs: 'admin',
    answers: [
      {
        to: /\/api\/clinic$/,
        changes: [/"(testimonials|news|figures)":\[[^\]]*\]/g, '"$1":[]'],
      },
    ],
  },
  {
    name: 'public-texts-failed',
    page: 'publicTexts',
    shows: 'We could not load your texts.',
    signedInAs: 'admin',
    answers: [{ to: /\/api\/clinic\/legal$/, ...refusal }],
    fails: { status: 400, path: '/api/clinic/legal' },
  },
  ...inTurn(
    { name: 'treatments', page: 'treatments', ...treatments },
    {
      name: 'treatments-add',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'Add a treatment' }).click();
        await page.getByRole('button', { name: 'Add treatment', exact: true }).click();
        await page.getByText('Name is Required').waitFor();
      },
    },
  ),
  {
    name: 'treatments-none',
    page: 'treatments',
    ...treatments,
    answers: [{ to: /\/api\/treatments$/, body: [] }],
    shows: 'No treatments yet',
  },
  ...invitationScreens,
  ...visitScreens,
  ...secondFactorScreens,
  ...timetableScreens,
  ...agendaScreens,
  ...frontDeskScreens,
  ...statisticsScreens,
  ...waitingListScreens,
  { name: 'payments', page: 'adminPayments', ...payments },
  ...inTurn(
    {
      name: 'payments-none',
      page: 'adminPayments',
      ...payments,
      answers: noPayments,
      shows: 'No payments yet',
    },
    { name: 'admin-menu', prepare: (page) => openMenu(page, /^Dashboard menu/) },
  ),
  ...inTurn(
    {
      name: 'dismiss-difference',
      page: 'adminPayments',
      ...payments,
      answers: [{ to: /\/api\/admin\/payment-differences(\?|$)/, body: [failedRefund, disputed] }],
      prepare: (page) => openDialog(page, 'Dismiss'),
    },
    {
      name: 'payout',
      prepare: async (page) => {
        await closeDialog(page);
        await page.getByRole('button', { name: 'Record as paid in another way' }).click();
        await page.getByRole('button', { name: 'Record the refund' }).click();
        await page.getByText('Please choose how it was paid.').waitFor();
      },
    },
  ),
  {
    name: 'payment-paid-out',
    page: 'adminPayment',
    path: href.adminPayment(unknownId),
    shows: 'refunded by bank transfer',
    title: 'Payment of Sam Rivera',
    signedInAs: 'admin',
    answers: [{ to: /\/api\/admin\/payments\/[\w-]+$/, body: paidOut }],
  },
  {
    name: 'payment-admin',
    page: 'adminPayment',
    path: ({ paymentId }) => href.adminPayment(paymentId),
    shows: 'Appointment',
    title: 'Payment of Sam Rivera',
    signedInAs: 'admin',
  },
  {
    name: 'audit',
    page: 'audit',
    shows: /Nothing|Done|Refused/,
    signedInAs: 'admin',
  },
  ...messageScreens,
  { name: 'reports', page: 'reports', ...reports },
  {
    name: 'not-allowed',
    page: 'allUsers',
    title: 'You do not have access to this page',
    shows: 'It is only for the admins of the clinic',
    signedInAs: 'patient',
  },
  {
    name: 'not-found',
    page: undefined,
    path: '/no-such-page',
    ...nothingHere,
    fails: { status: 404, path: '/no-such-page' },
  },
  { name: 'design', page: 'gallery', shows: 'The states of components' },
];

/** The width of a common phone, at which screens are opened. */
export const SMALL = 360;

/**
 * The widths at which a screen is checked; the one place that decides how much. The first screen in the list with a page
 * and title has its whole layout: it is checked small and large, and between where the layout changes. The others are
 * states of that layout, with a message or a dialog, or have the layout of another page: they are checked small, where space
 * is short. Empty lists and failed requests have no screen if they show nothing but the components for them: those are in the
 * gallery ('design'), where axe looks at them.
 */
export function widthsOf(screen: Screen): {
  /** With every check. */
  looked: readonly number[];
  /** Nothing overflows, and dates and times stay on one line. */
  fitting: readonly number[];
  /** With longer words. */
  longer: readonly number[];
} {
  const isFirst = screens.find(({ page, title }) => page === screen.page && title === screen.title) === screen;
  if (!isFirst || screen.hasLayoutOf) return { looked: [SMALL], fitting: [320, SMALL], longer: [SMALL] };
  return { looked: [SMALL, 1280], fitting: [320, SMALL, 768, 1024, 1280], longer: [1280, 1024, 768, SMALL] };
}

/** Large windows have no button for the menu. */
async function openMenu(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  if (await button.isVisible()) await button.click();
}

async function submitBooking(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('link', { name: 'View appointment' }).waitFor();
  // The message closes by itself after a while.
  const close = page.getByRole('button', { name: 'Close message' });
  await close.click({ timeout: 5000 }).catch(() => undefined);
  await close.waitFor({ state: 'detached' });
}

/** Saves another time zone, while there are upcoming appointments. */
async function refuseTimeZone(page: Page): Promise<void> {
  const first = [
    { ...justBooked, startsThen: '2099-01-05T00:00:00.000Z' },
    { ...justBooked, _id: otherId, patient: longName, startsThen: '2099-01-05T14:30:00.000Z' },
  ];
  const message = 'There are upcoming appointments. Decide whether they keep their date and time in the new time zone.';
  const body = { acknowledged: false, code: 'TIME_ZONE_IN_USE', message, bookings: 12, begun: 1, first };
  await page.route(/\/api\/clinic$/, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 409, json: body }) : route.fallback(),
  );
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('12 upcoming appointments').waitFor();
}

async function addFigure(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a figure' }).click();
  await page.getByLabel('What it counts').waitFor();
}

async function openDialog(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: button }).and(page.locator(':enabled')).waitFor();
}

async function openDeletion(page: Page): Promise<void> {
  await openDialog(page, /^Delete/);
  await page.getByRole('dialog').getByRole('listitem').first().waitFor();
}
