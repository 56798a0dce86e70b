import { contract } from '@openhours/contract';
import { everyone } from '@openhours/contract/access.ts';
import { call } from '@openhours/contract/call.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { people } from '../src/database/schema/identity.ts';
import { addDays } from '../src/features/schedule/slots.ts';
import { proceduresOf } from '../src/http/contract-calls.ts';
import { openOption } from '../testing/clinic.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { TestClient } from '../testing/test-client.ts';

/** The kinds of callers. URL or body name `patient`, and none of the others. */
type Who =
  | 'nobody'
  | 'patient'
  | 'patient by bearer'
  | 'other patient'
  | 'doctor'
  | 'other doctor'
  | 'front desk'
  | 'admin'
  | 'bearer undefined'
  | 'signed-out cookie'
  | 'signed-out bearer'
  | 'deleted cookie'
  | 'deleted bearer';

/** What is in the database before the first call. */
interface Clinic {
  readonly patient: { readonly email: string; readonly name: string };
  readonly bookingId: string;
  readonly doctorId: string;
  /** A day without bookings, a different one each time. */
  readonly freshDay: () => string;
}

interface Row {
  readonly path?: (clinic: Clinic) => string;
  readonly body?: (clinic: Clinic) => unknown;
  readonly expected: Readonly<Record<Who, number>>;
}

const deadTokens = { 'bearer undefined': 401, 'signed-out bearer': 401, 'deleted bearer': 401 } as const;
const nobodySignedIn = { nobody: 401, 'signed-out cookie': 401, 'deleted cookie': 401, ...deadTokens } as const;
const open: Row['expected'] = {
  nobody: 200,
  patient: 200,
  'patient by bearer': 200,
  'other patient': 200,
  doctor: 200,
  'other doctor': 200,
  'front desk': 200,
  admin: 200,
  'bearer undefined': 200,
  'signed-out cookie': 200,
  'signed-out bearer': 200,
  'deleted cookie': 200,
  'deleted bearer': 200,
};
const patientOrAdmin: Row['expected'] = {
  ...nobodySignedIn,
  patient: 200,
  'patient by bearer': 200,
  'other patient': 403,
  doctor: 403,
  'other doctor': 403,
  'front desk': 403,
  admin: 200,
};
const onlyAsOneself: Row['expected'] = {
  ...patientOrAdmin,
  'other patient': 409,
  doctor: 409,
  'other doctor': 409,
  'front desk': 409,
  admin: 409,
};

const adminOnly: Row['expected'] = { ...patientOrAdmin, patient: 403, 'patient by bearer': 403 };
const anyoneSignedIn: Row['expected'] = {
  ...patientOrAdmin,
  'other patient': 200,
  doctor: 200,
  'other doctor': 200,
  'front desk': 200,
};

const doctorOrAdmin: Row['expected'] = { ...adminOnly, doctor: 200, 'other doctor': 200 };
const frontDeskOrAdmin: Row['expected'] = { ...adminOnly, 'front desk': 200 };
/** Doctors, the front desk and admins. */
const staff: Row['expected'] = { ...doctorOrAdmin, 'front desk': 200 };
const onlyThatPerson: Row['expected'] = { ...patientOrAdmin, admin: 403 };

/** Replaces every status of a caller that is signed in or allowed by this one. */
function answering(status: number, expected: Row['expected']): Row['expected'] {
  const answered = Object.entries(expected).map(([who, was]) => [who, was === 200 ? status : was]);
  return { ...expected, ...Object.fromEntries(answered) };
}

/** An unknown id: a caller with permission finds nothing, and nothing changes. */
const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const onUnknown = (template: string) => () => template.replace(/\{\w+\}/, UNKNOWN);

const hoursPath = ({ doctorId }: Clinic) => `/doctors/${doctorId}/hours`;

/** One row per call of the contract. A new call without one fails the first test below. */
const MATRIX: Readonly<Record<string, Row>> = {
  'GET /session': { expected: { ...open, ...deadTokens } },
  // Emails a link.
  'POST /email-confirmation': { expected: anyoneSignedIn },
  'POST /email-confirmation/confirm': { body: () => ({ token: 'none' }), expected: answering(409, open) },
  'GET /phone-confirmation': { expected: anyoneSignedIn },
  // Refused: this clinic sends no text messages.
  'POST /phone-confirmation': { expected: answering(409, anyoneSignedIn) },
  'POST /phone-confirmation/confirm': { body: () => ({ code: '123456' }), expected: answering(409, anyoneSignedIn) },
  'GET /jwt': {
    path: ({ patient }) => `/jwt?email=${patient.email}`,
    expected: { ...patientOrAdmin, 'patient by bearer': 401, admin: 403 },
  },
  'GET /user/mongo': { path: ({ patient }) => `/user/mongo?email=${patient.email}`, expected: patientOrAdmin },
  'GET /users/admin/{email}': { path: ({ patient }) => `/users/admin/${patient.email}`, expected: patientOrAdmin },
  'GET /users/doctor/{email}': { path: ({ patient }) => `/users/doctor/${patient.email}`, expected: patientOrAdmin },
  'POST /users': {
    body: ({ patient }) => ({ name: patient.name, email: patient.email, role: 'admin' }),
    expected: onlyAsOneself,
  },
  'GET /appointmentSpecialty': { expected: open },
  'GET /v2/appointmentOptions': { path: () => '/v2/appointmentOptions?date=Jan%205,%202030', expected: open },
  'GET /v2/appointmentDays': { expected: open },
  'GET /availability': { expected: open },
  // Signing in is optional here, but an invalid token is refused.
  'GET /treatments': { expected: { ...open, ...deadTokens } },
  // For the doctor whose hours they are and for admins.
  'GET /doctors/{id}/hours': { path: hoursPath, expected: { ...adminOnly, doctor: 200, 'other doctor': 404 } },
  'PUT /doctors/{id}/hours': {
    path: hoursPath,
    // The hours that the doctor has already, because the bookings of other rows need them.
    body: () => ({ weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })) }),
    expected: { ...adminOnly, doctor: 200, 'other doctor': 404 },
  },
  'POST /doctors/{id}/hours/preview': {
    path: (clinic) => `${hoursPath(clinic)}/preview`,
    body: () => ({ weekly: [] }),
    expected: { ...adminOnly, doctor: 200, 'other doctor': 404 },
  },
  'GET /closures': { expected: { ...open, ...deadTokens } },
  // A doctor closes their own days, and never the whole clinic.
  'POST /closures': {
    body: ({ doctorId, freshDay }) => {
      const day = freshDay();
      return { from: day, to: day, doctorId, reason: 'A test.', bookings: 'keep' };
    },
    expected: { ...adminOnly, doctor: 200, 'other doctor': 404 },
  },
  'POST /closures/preview': {
    body: () => ({ from: '2030-01-05', to: '2030-01-05' }),
    expected: { ...adminOnly, doctor: 403, 'other doctor': 403 },
  },
  'DELETE /closures/{id}': { path: onUnknown('/closures/{id}'), expected: answering(404, doctorOrAdmin) },
  'GET /closures/holidays': { path: () => '/closures/holidays?country=DE', expected: doctorOrAdmin },
  'GET /clinic': { expected: open },
  'PUT /clinic': { body: () => ({ city: 'Berlin' }), expected: adminOnly },
  'GET /services': { expected: adminOnly },
  'POST /services/mail/test': { expected: adminOnly },
  'POST /services/payments/check': { expected: adminOnly },
  'POST /setup': {
    body: () => ({
      code: 'wrong',
      admin: { name: 'Eve', email: 'eve@example.org', password: 'Correct1!' },
      clinic: { name: 'Hers', timeZone: 'UTC', currency: 'USD' },
    }),
    expected: answering(404, open),
  },
  'GET /clinic/rules': { expected: open },
  'GET /clinic/hours': { expected: open },
  'GET /clinic/legal': { expected: open },
  'PUT /clinic/legal': { body: () => ({ privacy: 'We keep what we need.' }), expected: adminOnly },
  // Open all day, because the bookings of other rows need slots.
  'PUT /clinic/hours': {
    body: () => ({ weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' })) }),
    expected: adminOnly,
  },
  'POST /clinic/hours/preview': { body: () => ({ weekly: [] }), expected: adminOnly },
  'PUT /clinic/rules': { body: () => ({ horizonDays: 365 }), expected: adminOnly },
  'POST /treatments': { body: () => ({}), expected: answering(400, adminOnly) },
  'PUT /treatments/{id}': {
    path: onUnknown('/treatments/{id}'),
    body: () => ({}),
    expected: answering(404, adminOnly),
  },
  'GET /doctors/public': { expected: open },
  'GET /doctors/public/{slug}': { path: () => '/doctors/public/dora-doctor', expected: open },
  'POST /bookings': {
    body: ({ patient, freshDay }) => bookingOf(patient, freshDay()),
    expected: onlyAsOneself,
  },
  'GET /bookings': { path: ({ patient }) => `/bookings?email=${patient.email}`, expected: patientOrAdmin },
  'GET /bookings/{id}': {
    path: ({ bookingId }) => `/bookings/${bookingId}`,
    expected: { ...patientOrAdmin, 'other patient': 404, doctor: 200, 'other doctor': 404, 'front desk': 200 },
  },
  // For the patient alone: refused to doctors, the front desk and admins, who can see it.
  'PUT /bookings/{id}/phone': {
    path: ({ bookingId }) => `/bookings/${bookingId}/phone`,
    body: () => ({ phone: '+1 202 555 0143' }),
    expected: { ...answering(404, anyoneSignedIn), patient: 200, 'patient by bearer': 200 },
  },
  'PUT /bookings/{id}/state': {
    path: ({ bookingId }) => `/bookings/${bookingId}/state`,
    // Too early: those who may change it are refused in another way.
    body: () => ({ state: 'arrived', version: 1 }),
    expected: { ...answering(404, anyoneSignedIn), doctor: 409, 'front desk': 409, admin: 409 },
  },
  'GET /bookings/{id}/cancellation': {
    path: ({ bookingId }) => `/bookings/${bookingId}/cancellation`,
    expected: { ...patientOrAdmin, 'other patient': 404, doctor: 200, 'other doctor': 404, 'front desk': 200 },
  },
  // The version is wrong, so that the booking stays for the other rows.
  'POST /bookings/{id}/cancel': {
    path: ({ bookingId }) => `/bookings/${bookingId}/cancel`,
    body: () => ({ reason: 'A test.', version: 77 }),
    expected: {
      ...answering(409, patientOrAdmin),
      'other patient': 404,
      doctor: 409,
      'other doctor': 404,
      'front desk': 409,
    },
  },
  'POST /bookings/{id}/move': {
    path: ({ bookingId }) => `/bookings/${bookingId}/move`,
    body: ({ freshDay }) => ({
      appointmentDate: mediumDateFromIso(freshDay()),
      slot: '09:00 AM - 09:30 AM',
      version: 77,
    }),
    expected: {
      ...answering(409, patientOrAdmin),
      'other patient': 404,
      doctor: 409,
      'other doctor': 404,
      'front desk': 409,
    },
  },
  'POST /holds': {
    body: ({ freshDay }) => ({
      optionId: UNKNOWN,
      appointmentDate: mediumDateFromIso(freshDay()),
      slot: '09:00 AM - 09:30 AM',
    }),
    expected: answering(409, anyoneSignedIn),
  },
  'DELETE /holds/{id}': { path: onUnknown('/holds/{id}'), expected: anyoneSignedIn },
  'GET /waiting-list': { expected: anyoneSignedIn },
  'POST /waiting-list': {
    body: ({ freshDay }) => {
      const day = freshDay();
      return { treatment: 'Alchemy', from: day, to: day };
    },
    expected: answering(409, anyoneSignedIn),
  },
  'DELETE /waiting-list/{id}': { path: onUnknown('/waiting-list/{id}'), expected: anyoneSignedIn },
  'POST /waiting-list/offers/{id}/accept': {
    path: onUnknown('/waiting-list/offers/{id}/accept'),
    body: () => ({ price: 50, currency: 'USD' }),
    expected: answering(404, anyoneSignedIn),
  },
  'POST /waiting-list/offers/{id}/decline': {
    path: onUnknown('/waiting-list/offers/{id}/decline'),
    expected: answering(404, anyoneSignedIn),
  },
  'GET /waiting-list/entries': { expected: frontDeskOrAdmin },
  'POST /waiting-list/entries/{id}/offers': {
    path: onUnknown('/waiting-list/entries/{id}/offers'),
    body: ({ freshDay }) => ({
      optionId: UNKNOWN,
      appointmentDate: mediumDateFromIso(freshDay()),
      slot: '09:00 AM - 09:30 AM',
    }),
    expected: answering(404, frontDeskOrAdmin),
  },
  'DELETE /waiting-list/entries/{id}': { path: onUnknown('/waiting-list/entries/{id}'), expected: frontDeskOrAdmin },
  'GET /bookings/{id}/calendar.ics': {
    path: ({ bookingId }) => `/bookings/${bookingId}/calendar.ics`,
    expected: { ...patientOrAdmin, 'other patient': 404, doctor: 200, 'other doctor': 404, 'front desk': 200 },
  },
  'GET /calendar-feed': { expected: anyoneSignedIn },
  'POST /calendar-feed': { body: () => ({}), expected: anyoneSignedIn },
  'PUT /calendar-feed': { body: () => ({ includeTreatments: true }), expected: anyoneSignedIn },
  'DELETE /calendar-feed': { expected: anyoneSignedIn },
  // A doctor gets their own only.
  'GET /appointments': { expected: { ...frontDeskOrAdmin, doctor: 200, 'other doctor': 200 } },
  'GET /appointments.csv': { expected: frontDeskOrAdmin },
  'GET /appointments/doctors': { expected: frontDeskOrAdmin },
  'GET /appointments/options': {
    path: () => `/appointments/options?date=${encodeURIComponent('Jan 8, 2024')}`,
    expected: frontDeskOrAdmin,
  },
  'PUT /patients/{id}': {
    path: onUnknown('/patients/{id}'),
    body: () => ({ name: 'New', phone: '+1 202 555 0143' }),
    expected: answering(404, frontDeskOrAdmin),
  },
  'POST /appointments/series/preview': {
    body: ({ freshDay }) => ({ ...slotOf(freshDay()), newPatient: { name: 'New' }, everyWeeks: 1, times: 2 }),
    expected: answering(409, frontDeskOrAdmin),
  },
  'POST /appointments/series': {
    body: ({ freshDay }) => ({ ...slotOf(freshDay()), newPatient: { name: 'New' }, everyWeeks: 1, times: 2 }),
    expected: answering(409, frontDeskOrAdmin),
  },
  'GET /message-texts': { expected: adminOnly },
  'PUT /message-texts/{kind}': {
    path: () => '/message-texts/receipt',
    body: () => ({ paragraph: '' }),
    expected: adminOnly,
  },
  'GET /message-choices': { expected: anyoneSignedIn },
  'PUT /message-choices': {
    body: () => ({ topic: 'reminder-day', channel: 'email', on: true }),
    expected: anyoneSignedIn,
  },
  'POST /message-choices/unsubscribe': { body: () => ({ token: 'old' }), expected: answering(409, open) },
  'GET /message-choices/clinic': { expected: adminOnly },
  'PUT /message-choices/clinic': {
    body: () => ({ topic: 'reminder-day', channel: 'email', on: true }),
    expected: adminOnly,
  },
  'GET /me/dependants': { expected: anyoneSignedIn },
  'POST /me/dependants': {
    body: () => ({ name: 'Mia', dateOfBirth: '2018-05-04', relation: 'child' }),
    expected: anyoneSignedIn,
  },
  'PUT /me/dependants/{id}': {
    path: onUnknown('/me/dependants/{id}'),
    body: () => ({ name: 'Mia', dateOfBirth: '2018-05-04', relation: 'child' }),
    expected: answering(404, anyoneSignedIn),
  },
  'DELETE /me/dependants/{id}': { path: onUnknown('/me/dependants/{id}'), expected: answering(404, anyoneSignedIn) },
  'GET /patients': { path: () => '/patients?search=patient', expected: frontDeskOrAdmin },
  'POST /appointments': {
    body: ({ freshDay }) => ({ ...slotOf(freshDay()), newPatient: { name: 'New', email: `${uuidv7()}@example.org` } }),
    expected: frontDeskOrAdmin,
  },
  'GET /users': { expected: adminOnly },
  'GET /users/count': { expected: adminOnly },
  'PUT /users/admin/{id}': { path: onUnknown('/users/admin/{id}'), expected: adminOnly },
  'DELETE /users/admin/{id}': { path: onUnknown('/users/admin/{id}'), expected: adminOnly },
  'PUT /users/doctor/{id}': { path: onUnknown('/users/doctor/{id}'), expected: adminOnly },
  'DELETE /users/doctor/{id}': { path: onUnknown('/users/doctor/{id}'), expected: adminOnly },
  'GET /users/{id}/deletion': { path: onUnknown('/users/{id}/deletion'), expected: answering(404, adminOnly) },
  'DELETE /users/{id}': { path: onUnknown('/users/{id}'), expected: adminOnly },
  'GET /doctors': { expected: adminOnly },
  'GET /doctors/count': { expected: adminOnly },
  'POST /doctors': { body: () => ({}), expected: answering(400, adminOnly) },
  'GET /invitations': { expected: adminOnly },
  'POST /invitations': { body: () => ({}), expected: answering(400, adminOnly) },
  'POST /invitations/{id}/resend': {
    path: onUnknown('/invitations/{id}/resend'),
    body: () => ({}),
    expected: answering(404, adminOnly),
  },
  'DELETE /invitations/{id}': { path: onUnknown('/invitations/{id}'), expected: adminOnly },
  'POST /visit': { body: () => ({ token: 'none' }), expected: answering(404, open) },
  'POST /visit/confirm': { body: () => ({ token: 'none' }), expected: answering(404, open) },
  'POST /visit/cancellation': { body: () => ({ token: 'none' }), expected: answering(404, open) },
  'POST /visit/cancel': { body: () => ({ token: 'none' }), expected: answering(404, open) },
  'POST /visit/move': {
    body: () => ({ token: 'none', appointmentDate: 'Jan 5, 2030', slot: '09:00 AM - 09:30 AM' }),
    expected: answering(404, open),
  },
  'POST /bookings/{id}/revoke-links': {
    path: onUnknown('/bookings/{id}/revoke-links'),
    expected: answering(404, anyoneSignedIn),
  },
  'POST /invitations/open': { body: () => ({ code: 'none' }), expected: answering(404, open) },
  'POST /invitations/accept': {
    body: () => ({ code: 'none' }),
    expected: { ...answering(404, open), ...deadTokens },
  },
  'DELETE /doctors/{id}': { path: onUnknown('/doctors/{id}'), expected: adminOnly },
  'PUT /users/front-desk/{id}': { path: onUnknown('/users/front-desk/{id}'), expected: adminOnly },
  'DELETE /users/front-desk/{id}': { path: onUnknown('/users/front-desk/{id}'), expected: adminOnly },
  'PUT /v2/updateAppointmentOptions': { body: () => ({}), expected: answering(400, adminOnly) },
  'GET /audit': { expected: adminOnly },
  'GET /messages': { expected: adminOnly },
  'POST /messages/retry': { body: () => ({}), expected: adminOnly },
  'POST /messages/{id}/retry': {
    path: onUnknown('/messages/{id}/retry'),
    body: () => ({}),
    expected: answering(404, adminOnly),
  },
  // Not a form: callers with permission get that error.
  'POST /images': { body: () => ({}), expected: answering(415, anyoneSignedIn) },
  'GET /agenda': { path: () => '/agenda?from=2030-01-05&to=2030-01-05', expected: staff },
  // For the doctor whose calendar it is, the front desk and admins.
  'POST /agenda/blocks': {
    body: ({ doctorId, freshDay }) => ({
      calendarId: doctorId,
      date: freshDay(),
      startMinute: 720,
      minutes: 30,
      reason: 'A test.',
    }),
    expected: { ...staff, 'other doctor': 404 },
  },
  'DELETE /agenda/blocks/{id}': { path: onUnknown('/agenda/blocks/{id}'), expected: answering(404, staff) },
  'PUT /agenda/delay': {
    body: ({ doctorId }) => ({ calendarId: doctorId, minutes: 0 }),
    expected: { ...staff, 'other doctor': 404 },
  },
  'GET /bookings/{id}/notes': {
    path: ({ bookingId }) => `/bookings/${bookingId}/notes`,
    expected: { ...staff, 'other doctor': 404 },
  },
  'POST /bookings/{id}/notes': {
    path: ({ bookingId }) => `/bookings/${bookingId}/notes`,
    body: () => ({ text: 'A note.' }),
    expected: { ...staff, 'other doctor': 404 },
  },
  'DELETE /bookings/{id}/notes/{noteId}': {
    path: ({ bookingId }) => `/bookings/${bookingId}/notes/${UNKNOWN}`,
    expected: answering(404, staff),
  },
  'GET /posts': { expected: anyoneSignedIn },
  'GET /posts/{postId}': { path: onUnknown('/posts/{postId}'), expected: answering(404, anyoneSignedIn) },
  'POST /posts': { body: () => ({}), expected: answering(400, doctorOrAdmin) },
  'GET /emailPosts': { path: ({ patient }) => `/emailPosts?email=${patient.email}`, expected: patientOrAdmin },
  'GET /posts/{postId}/deletion': {
    path: onUnknown('/posts/{postId}/deletion'),
    expected: answering(404, anyoneSignedIn),
  },
  'DELETE /deleteItem/{postId}': { path: onUnknown('/deleteItem/{postId}'), expected: answering(404, anyoneSignedIn) },
  'POST /conversations': {
    body: ({ patient }) => ({ email: patient.email, postId: UNKNOWN }),
    expected: { ...answering(404, onlyAsOneself) },
  },
  'GET /conversations/{email}': { path: ({ patient }) => `/conversations/${patient.email}`, expected: onlyThatPerson },
  'GET /conversations/{email}/unread': {
    path: ({ patient }) => `/conversations/${patient.email}/unread`,
    expected: onlyThatPerson,
  },
  'GET /conversations/{conversationId}/messages': {
    path: onUnknown('/conversations/{conversationId}/messages'),
    expected: answering(404, anyoneSignedIn),
  },
  'POST /conversations/messages': {
    body: ({ patient }) => ({ conversationId: UNKNOWN, message: 'Hello', senderEmail: patient.email }),
    expected: answering(404, onlyAsOneself),
  },
  'PUT /conversations/{conversationId}/read': {
    path: onUnknown('/conversations/{conversationId}/read'),
    body: () => ({ number: 1 }),
    expected: answering(404, anyoneSignedIn),
  },
  'POST /conversations/{conversationId}/typing': {
    path: onUnknown('/conversations/{conversationId}/typing'),
    expected: answering(404, anyoneSignedIn),
  },
  'PUT /conversations/{conversationId}/block': {
    path: onUnknown('/conversations/{conversationId}/block'),
    body: () => ({ blocked: true }),
    expected: answering(404, anyoneSignedIn),
  },
  'POST /posts/{postId}/reports': {
    path: onUnknown('/posts/{postId}/reports'),
    body: () => ({ reason: 'It is wrong.' }),
    expected: answering(404, anyoneSignedIn),
  },
  'POST /conversations/messages/{messageId}/reports': {
    path: onUnknown('/conversations/messages/{messageId}/reports'),
    body: () => ({ reason: 'It is wrong.' }),
    expected: answering(404, anyoneSignedIn),
  },
  'GET /reports': { expected: adminOnly },
  'PUT /reports/{reportId}': {
    path: onUnknown('/reports/{reportId}'),
    body: () => ({ hidden: true }),
    expected: answering(404, adminOnly),
  },
  'GET /events': { expected: anyoneSignedIn },
  'GET /payments/config': { expected: anyoneSignedIn },
  'POST /create-payment-intent': {
    body: () => ({ price: 50, bookingId: UNKNOWN }),
    expected: answering(409, anyoneSignedIn),
  },
  'POST /payments': {
    body: ({ patient }) => ({ price: 50, transactionId: 'pi_none', email: patient.email, bookingId: UNKNOWN }),
    expected: answering(404, onlyAsOneself),
  },
  'POST /order': { body: () => ({ price: 50, bookingId: UNKNOWN }), expected: answering(409, anyoneSignedIn) },
  'GET /payments/mine': { expected: anyoneSignedIn },
  'GET /payments/booking/{bookingId}': {
    path: ({ bookingId }) => `/payments/booking/${bookingId}`,
    expected: { ...patientOrAdmin, 'other patient': 404, doctor: 200, 'other doctor': 404, 'front desk': 200 },
  },
  'GET /payments/receipt/{id}': {
    path: onUnknown('/payments/receipt/{id}'),
    expected: answering(404, anyoneSignedIn),
  },
  // For the booking's doctor, the front desk and admins: refused to them in another way.
  'POST /appointments/{id}/payments': {
    path: ({ bookingId }) => `/appointments/${bookingId}/payments`,
    body: () => ({ method: 'cash', price: 1 }),
    expected: { ...answering(404, anyoneSignedIn), doctor: 409, 'front desk': 409, admin: 409 },
  },
  'POST /payments/{id}/correction': {
    path: onUnknown('/payments/{id}/correction'),
    body: () => ({ reason: 'A test.' }),
    expected: answering(404, anyoneSignedIn),
  },
  'POST /refunds/{id}/payout': { path: onUnknown('/refunds/{id}/payout'), expected: answering(404, anyoneSignedIn) },
  'GET /statistics': { path: () => '/statistics?from=Jan%205,%202030&to=Jan%206,%202030', expected: adminOnly },
  'GET /statistics.csv': { path: () => '/statistics.csv?from=Jan%205,%202030&to=Jan%206,%202030', expected: adminOnly },
  'GET /appointments/takings': { expected: frontDeskOrAdmin },
  'GET /admin/payments': { expected: adminOnly },
  'GET /admin/payments/{id}': { path: onUnknown('/admin/payments/{id}'), expected: answering(404, adminOnly) },
  'POST /admin/payments/{id}/refunds': {
    path: onUnknown('/admin/payments/{id}/refunds'),
    body: () => ({ amount: 1, reason: 'A test.' }),
    expected: answering(404, adminOnly),
  },
  'POST /admin/payments/{id}/refund-statement': {
    path: onUnknown('/admin/payments/{id}/refund-statement'),
    body: () => ({ statement: 'not-refunded', reason: 'A test.' }),
    expected: answering(404, adminOnly),
  },
  'POST /admin/payments/{id}/approve': {
    path: onUnknown('/admin/payments/{id}/approve'),
    body: () => ({ reason: 'A test.' }),
    expected: answering(404, adminOnly),
  },
  'POST /admin/payments/{id}/reject': {
    path: onUnknown('/admin/payments/{id}/reject'),
    body: () => ({ reason: 'A test.' }),
    expected: answering(404, adminOnly),
  },
  'GET /admin/payment-differences': { expected: adminOnly },
  'POST /admin/payment-differences/{id}/dismissal': {
    path: onUnknown('/admin/payment-differences/{id}/dismissal'),
    body: () => ({ reason: 'A test.' }),
    expected: answering(404, adminOnly),
  },
  'POST /admin/payment-reconciliation': { expected: adminOnly },
  'GET /me/dashboard': { expected: anyoneSignedIn },
  'GET /me/second-factor': { expected: anyoneSignedIn },
  'GET /clinic/second-factor': { expected: adminOnly },
  'PUT /clinic/second-factor': { body: () => ({ required: false }), expected: adminOnly },
  'DELETE /users/{id}/second-factor': { path: onUnknown('/users/{id}/second-factor'), expected: adminOnly },
  'GET /me/export': { expected: anyoneSignedIn },
  'PUT /me/phone': { body: () => ({ phone: '' }), expected: anyoneSignedIn },
  'GET /me/deletion': { expected: anyoneSignedIn },
  'POST /me/delete': { body: () => ({ password: 'Wrong1!' }), expected: answering(409, anyoneSignedIn) },
};

function slotOf(day: string) {
  return { appointmentDate: mediumDateFromIso(day), treatment: 'Whitening', slot: '09:00 AM - 09:30 AM' };
}

function bookingOf(patient: { email: string; name: string }, day: string) {
  return {
    ...slotOf(day),
    patient: patient.name,
    email: patient.email,
    phone: '',
    price: 50,
  };
}

function callNames(of: unknown): readonly string[] {
  return proceduresOf(of).map(({ '~orpc': { route } }) => `${route.method} ${route.path}`);
}

let app: TestApp;
let clinic: Clinic;
let callers: Readonly<Record<Who, (method: string, path: string, body: unknown) => Promise<{ status: number }>>>;

beforeAll(async () => {
  app = await startTestApp();
  const { db } = app.database;
  const person = (name: string) => app.person({ name, email: `${name}@example.org` });
  const [patient, other, doctor, otherDoctor, frontDesk, admin, leaver, gone] = [
    await person('patient'),
    await person('other'),
    await person('doctor'),
    await person('other-doctor'),
    await person('front-desk'),
    await person('admin'),
    await person('leaver'),
    await person('gone'),
  ];
  await db.update(people).set({ isDoctor: true }).where(eq(people.email, doctor.email));
  await db.update(people).set({ isDoctor: true }).where(eq(people.email, otherDoctor.email));
  await db.update(people).set({ isFrontDesk: true }).where(eq(people.email, frontDesk.email));
  await db.update(people).set({ isAdmin: true }).where(eq(people.email, admin.email));
  const [doctorRow] = await db.select().from(people).where(eq(people.email, doctor.email));
  await openOption(db, {
    treatment: 'Whitening',
    doctor: { id: doctorRow?.id ?? null, name: 'Dora Doctor', photo: null },
  });

  let days = 1;
  const freshDay = () => addDays(new Date().toISOString().slice(0, 10), (days += 1));
  const booked = await patient.post('/api/bookings', bookingOf(patient, freshDay()));
  if (booked.status !== 200) throw new Error('The first booking failed');
  clinic = { patient, bookingId: String(booked.body['insertedId']), doctorId: doctorRow?.id ?? '', freshDay };

  const patientToken = await tokenOf(patient);
  const leaverToken = await tokenOf(leaver);
  const leaverCookie = cookieOf(leaver);
  await leaver.post('/api/auth/sign-out', {});
  const goneToken = await tokenOf(gone);
  const [goneRow] = await db.select({ id: people.id }).from(people).where(eq(people.email, gone.email));
  const deleted = await admin.request('DELETE', `/api/users/${goneRow?.id}`);
  if (deleted.body['deletedCount'] !== 1) throw new Error('The person was not deleted');

  callers = {
    nobody: by(() => app.client()),
    patient: by(() => patient),
    'patient by bearer': by(() => app.client(), patientToken),
    'other patient': by(() => other),
    doctor: by(() => doctor),
    'other doctor': by(() => otherDoctor),
    'front desk': by(() => frontDesk),
    admin: by(() => admin),
    'bearer undefined': by(() => patient, 'undefined'),
    'signed-out bearer': by(() => patient, leaverToken),
    // Browsers that ignore Set-Cookie and keep sending their cookie.
    'signed-out cookie': by(() => app.client(), undefined, leaverCookie),
    'deleted cookie': by(() => app.client(), undefined, cookieOf(gone)),
    'deleted bearer': by(() => patient, goneToken),
  };
});
afterAll(() => app.close());

function cookieOf(client: TestClient): string {
  return [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Invalid tokens are sent together with a valid cookie, which must not help. */
function by(client: () => TestClient, token?: string, cookie?: string) {
  const headers = { ...(token && { authorization: `bearer ${token}` }), ...(cookie && { cookie }) };
  return (method: string, path: string, body: unknown) =>
    path === '/api/events' ? statusOfStream(client(), headers) : client().request(method, path, { body, headers });
}

/** A stream has no end to wait for. */
async function statusOfStream(client: TestClient, headers: Record<string, string>): Promise<{ status: number }> {
  const ending = new AbortController();
  const cookie = cookieOf(client);
  const { status } = await fetch(`${app.url}/api/events`, {
    headers: { ...(cookie && { cookie }), ...headers },
    signal: ending.signal,
  });
  ending.abort();
  return { status };
}

async function tokenOf(client: TestClient): Promise<string> {
  const { body } = await client.get(`/api/jwt?email=${client.email}`);
  return String(body['accessToken']);
}

/** The number of rows in every table that a call might write. */
async function rowCounts(): Promise<unknown> {
  const { rows } = await app.database.pool.query(
    `select (select count(*) from people) as people, (select count(*) from people where is_admin) as admins,
            (select count(*) from bookings) as bookings, (select count(*) from accounts) as accounts`,
  );
  return rows;
}

test('every call of the contract has a row, and every row a call', () => {
  expect(Object.keys(MATRIX).toSorted()).toEqual(callNames(contract).toSorted());
});

test('a call without a row is found', () => {
  const planted = { ...contract, planted: call.meta({ access: everyone }).route({ method: 'GET', path: '/planted' }) };
  expect(callNames(planted).filter((name) => !Object.hasOwn(MATRIX, name))).toEqual(['GET /planted']);
});

describe('allows each call to the right callers, and a refusal leaves nothing behind', () => {
  test.each(Object.entries(MATRIX))('%s', async (name, row) => {
    const [method = '', template = ''] = name.split(' ');
    const statuses: Record<string, number> = {};
    for (const [who, request] of Object.entries(callers)) {
      const before = await rowCounts();
      const { status } = await request(method, `/api${row.path?.(clinic) ?? template}`, row.body?.(clinic));
      statuses[who] = status;
      if (status >= 400) expect(await rowCounts(), `${who} was refused`).toEqual(before);
    }
    expect(statuses).toEqual(row.expected);
  });
});

test('a former doctor cannot read the bookings of their patients', async () => {
  const path = `/api/bookings/${clinic.bookingId}`;
  expect(await callers.doctor('GET', path, undefined)).toMatchObject({ status: 200 });
  await app.database.db.update(people).set({ isDoctor: false }).where(eq(people.email, 'doctor@example.org'));
  expect(await callers.doctor('GET', path, undefined)).toMatchObject({ status: 404 });
});
