import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { v7 as uuidv7 } from 'uuid';

/** What examples of calls are about. */
export interface ExampleClinic {
  readonly patient: { readonly email: string; readonly name: string };
  readonly bookingId: string;
  readonly doctorId: string;
  /** A day without bookings, a different one each time. */
  readonly freshDay: () => string;
}

interface CallExample {
  /** Below '/api'. Without it, the contract's path. */
  readonly path?: (clinic: ExampleClinic) => string;
  readonly body?: (clinic: ExampleClinic) => unknown;
}

/** An unknown id: a caller with permission finds nothing, and nothing changes. */
const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const onUnknown = (template: string) => () => template.replace(/\{\w+\}/, UNKNOWN);

const hoursPath = ({ doctorId }: ExampleClinic) => `/doctors/${doctorId}/hours`;

/** A well-formed request for each call of the contract. */
export const CALL_EXAMPLES: Readonly<Record<string, CallExample>> = {
  'GET /session': {},
  'POST /email-confirmation': {},
  'POST /email-confirmation/change': { body: () => ({ email: 'other@example.org', password: 'Wrong1!' }) },
  'POST /email-confirmation/confirm': { body: () => ({ token: 'none' }) },
  'GET /phone-confirmation': {},
  'POST /phone-confirmation': {},
  'POST /phone-confirmation/confirm': { body: () => ({ code: '123456' }) },
  'GET /jwt': { path: ({ patient }) => `/jwt?email=${patient.email}` },
  'GET /user/mongo': { path: ({ patient }) => `/user/mongo?email=${patient.email}` },
  'GET /users/admin/{email}': { path: ({ patient }) => `/users/admin/${patient.email}` },
  'GET /users/doctor/{email}': { path: ({ patient }) => `/users/doctor/${patient.email}` },
  'POST /users': { body: ({ patient }) => ({ name: patient.name, email: patient.email, role: 'admin' }) },
  'GET /appointmentSpecialty': {},
  'GET /v2/appointmentOptions': { path: () => '/v2/appointmentOptions?date=Jan%205,%202030' },
  'GET /v2/appointmentDays': {},
  'GET /availability': {},
  'GET /treatments': {},
  'GET /doctors/{id}/hours': { path: hoursPath },
  'PUT /doctors/{id}/hours': {
    path: hoursPath,
    // The hours that the doctor has already, because the bookings of other examples need them.
    body: () => ({ weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '17:00' })) }),
  },
  'POST /doctors/{id}/hours/preview': {
    path: (clinic) => `${hoursPath(clinic)}/preview`,
    body: () => ({ weekly: [] }),
  },
  'GET /closures': {},
  'POST /closures': {
    body: ({ doctorId, freshDay }) => {
      const day = freshDay();
      return { from: day, to: day, doctorId, reason: 'A test.', bookings: 'keep' };
    },
  },
  'POST /closures/preview': { body: () => ({ from: '2030-01-05', to: '2030-01-05' }) },
  'POST /closures/{id}/reopen': { path: onUnknown('/closures/{id}/reopen'), body: () => ({ from: '2030-01-05' }) },
  'GET /closures/holidays': { path: () => '/closures/holidays?country=DE' },
  'GET /clinic': {},
  'PUT /clinic': { body: () => ({ city: 'Berlin' }) },
  'GET /services': {},
  'POST /services/mail/test': {},
  'POST /services/texts/test': {},
  'POST /services/payments/check': {},
  'POST /setup': {
    body: () => ({
      code: 'wrong',
      admin: { name: 'Eve', email: 'eve@example.org', password: 'Correct1!' },
      clinic: { name: 'Hers', timeZone: 'UTC', currency: 'USD' },
    }),
  },
  'GET /clinic/rules': {},
  'GET /clinic/hours': {},
  'GET /clinic/hours/{date}/doctors': { path: () => '/clinic/hours/2030-01-05/doctors' },
  'GET /clinic/legal': {},
  'PUT /clinic/legal': { body: () => ({ privacy: 'We keep what we need.' }) },
  // Open all day, because the bookings of other examples need slots.
  'PUT /clinic/hours': {
    body: () => ({ weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' })) }),
  },
  'POST /clinic/hours/preview': { body: () => ({ weekly: [] }) },
  'PUT /clinic/rules': { body: () => ({ horizonDays: 365 }) },
  'POST /treatments': { body: () => ({}) },
  'PUT /treatment-order': { body: () => ({ seen: [UNKNOWN], wanted: [UNKNOWN] }) },
  'PUT /treatments/{id}': { path: onUnknown('/treatments/{id}'), body: () => ({}) },
  'GET /doctors/public/{slug}': { path: () => '/doctors/public/dora-doctor' },
  'POST /bookings': { body: ({ patient, freshDay }) => bookingOf(patient, freshDay()) },
  'GET /bookings': { path: ({ patient }) => `/bookings?email=${patient.email}` },
  'GET /bookings/{id}': { path: ({ bookingId }) => `/bookings/${bookingId}` },
  'PUT /bookings/{id}/state': {
    path: ({ bookingId }) => `/bookings/${bookingId}/state`,
    // Too early: those who may change it are refused in another way.
    body: () => ({ state: 'arrived', version: 1 }),
  },
  'PUT /bookings/{id}/told': {
    path: ({ bookingId }) => `/bookings/${bookingId}/told`,
    body: () => ({ told: true, version: 1 }),
  },
  'GET /bookings/{id}/cancellation': { path: ({ bookingId }) => `/bookings/${bookingId}/cancellation` },
  // The version is wrong, so that the booking stays for the other examples.
  'POST /bookings/{id}/cancel': {
    path: ({ bookingId }) => `/bookings/${bookingId}/cancel`,
    body: () => ({ reason: 'A test.', version: 77 }),
  },
  'GET /bookings/{id}/move-terms': {
    path: ({ bookingId, freshDay }) => {
      const query = { appointmentDate: mediumDateFromIso(freshDay()), slot: '09:00 AM - 09:30 AM', optionId: UNKNOWN };
      return `/bookings/${bookingId}/move-terms?${new URLSearchParams(query).toString()}`;
    },
  },
  'POST /bookings/{id}/move': {
    path: ({ bookingId }) => `/bookings/${bookingId}/move`,
    body: ({ freshDay }) => ({
      appointmentDate: mediumDateFromIso(freshDay()),
      slot: '09:00 AM - 09:30 AM',
      version: 77,
    }),
  },
  'POST /holds': {
    body: ({ freshDay }) => ({
      optionId: UNKNOWN,
      appointmentDate: mediumDateFromIso(freshDay()),
      slot: '09:00 AM - 09:30 AM',
    }),
  },
  'GET /holds/{id}': { path: onUnknown('/holds/{id}') },
  'DELETE /holds/{id}': { path: onUnknown('/holds/{id}') },
  'GET /waiting-list': {},
  'POST /waiting-list': {
    body: ({ freshDay }) => {
      const day = freshDay();
      return { treatment: 'Alchemy', from: day, to: day };
    },
  },
  'DELETE /waiting-list/{id}': { path: onUnknown('/waiting-list/{id}') },
  'POST /waiting-list/offers/{id}/accept': {
    path: onUnknown('/waiting-list/offers/{id}/accept'),
    body: () => ({ price: 50, currency: 'USD' }),
  },
  'POST /waiting-list/offers/{id}/decline': { path: onUnknown('/waiting-list/offers/{id}/decline') },
  'GET /waiting-list/entries': {},
  'POST /waiting-list/entries': {
    body: ({ freshDay }) => {
      const day = freshDay();
      return { patientId: UNKNOWN, treatment: 'Alchemy', from: day, to: day };
    },
  },
  'POST /waiting-list/entries/{id}/offers': {
    path: onUnknown('/waiting-list/entries/{id}/offers'),
    body: ({ freshDay }) => ({
      optionId: UNKNOWN,
      appointmentDate: mediumDateFromIso(freshDay()),
      slot: '09:00 AM - 09:30 AM',
    }),
  },
  'DELETE /waiting-list/entries/{id}': { path: onUnknown('/waiting-list/entries/{id}') },
  'GET /bookings/{id}/calendar.ics': { path: ({ bookingId }) => `/bookings/${bookingId}/calendar.ics` },
  'GET /calendar-feed': {},
  'POST /calendar-feed': { body: () => ({}) },
  'PUT /calendar-feed': { body: () => ({ includeTreatments: true }) },
  'DELETE /calendar-feed': {},
  'GET /appointments': {},
  'GET /appointments/count': {},
  'GET /appointments.csv': {},
  'GET /appointments/doctors': {},
  'GET /appointments/options': {
    path: ({ freshDay }) => `/appointments/options?date=${encodeURIComponent(mediumDateFromIso(freshDay()))}`,
  },
  'GET /appointments/next-free': {
    path: ({ freshDay }) => `/appointments/next-free?option=${UNKNOWN}&from=${freshDay()}`,
  },
  'PUT /patients/{id}': { path: onUnknown('/patients/{id}'), body: () => ({ name: 'New', phone: '+1 202 555 0143' }) },
  'GET /patients/{id}/merge': { path: onUnknown(`/patients/{id}/merge?into=${UNKNOWN}`) },
  'POST /patients/{id}/merge': { path: onUnknown('/patients/{id}/merge'), body: () => ({ into: UNKNOWN }) },
  'POST /appointments/series/preview': {
    body: ({ freshDay }) => ({ ...slotOf(freshDay()), newPatient: { name: 'New' }, everyWeeks: 1, times: 2 }),
  },
  'POST /appointments/series': {
    body: ({ freshDay }) => ({ ...slotOf(freshDay()), newPatient: { name: 'New' }, everyWeeks: 1, times: 2 }),
  },
  'POST /waiting-list/offers/{id}/accept-for-patient': {
    path: onUnknown('/waiting-list/offers/{id}/accept-for-patient'),
  },
  'GET /message-texts': {},
  'PUT /message-texts/{kind}': { path: () => '/message-texts/receipt', body: () => ({ paragraph: '' }) },
  'GET /message-choices': {},
  'PUT /message-choices': { body: () => ({ topic: 'reminder-day', channel: 'email', on: true }) },
  'POST /message-choices/unsubscribe': { body: () => ({ token: 'old' }) },
  'GET /message-choices/clinic': {},
  'PUT /message-choices/clinic': { body: () => ({ topic: 'reminder-day', channel: 'email', on: true }) },
  'GET /me/dependants': {},
  'POST /me/dependants': { body: () => ({ name: 'Mia', dateOfBirth: '2018-05-04', relation: 'child' }) },
  'PUT /me/dependants/{id}': {
    path: onUnknown('/me/dependants/{id}'),
    body: () => ({ name: 'Mia', dateOfBirth: '2018-05-04', relation: 'child' }),
  },
  'DELETE /me/dependants/{id}': { path: onUnknown('/me/dependants/{id}') },
  'GET /patients': { path: () => '/patients?search=patient' },
  'POST /appointments': {
    body: ({ freshDay }) => ({ ...slotOf(freshDay()), newPatient: { name: 'New', email: `${uuidv7()}@example.org` } }),
  },
  'GET /users': {},
  'GET /users/count': {},
  'PUT /users/admin/{id}': { path: onUnknown('/users/admin/{id}') },
  'DELETE /users/admin/{id}': { path: onUnknown('/users/admin/{id}') },
  'PUT /users/doctor/{id}': { path: onUnknown('/users/doctor/{id}') },
  'DELETE /users/doctor/{id}': { path: onUnknown('/users/doctor/{id}') },
  'GET /users/{id}/deletion': { path: onUnknown('/users/{id}/deletion') },
  'DELETE /users/{id}/sessions': { path: onUnknown('/users/{id}/sessions') },
  'DELETE /users/{id}': { path: onUnknown('/users/{id}') },
  'GET /doctors': {},
  'GET /doctors/count': {},
  'POST /doctors': { body: () => ({}) },
  'GET /invitations': {},
  'POST /invitations': { body: () => ({}) },
  'POST /invitations/{id}/resend': { path: onUnknown('/invitations/{id}/resend'), body: () => ({}) },
  'DELETE /invitations/{id}': { path: onUnknown('/invitations/{id}') },
  'POST /visit': { body: () => ({ token: 'none' }) },
  'POST /visit/confirm': { body: () => ({ token: 'none' }) },
  'POST /visit/cancellation': { body: () => ({ token: 'none' }) },
  'POST /visit/cancel': { body: () => ({ token: 'none' }) },
  'POST /visit/move-terms': {
    body: () => ({
      token: 'none',
      appointmentDate: 'Jan 5, 2030',
      slot: '09:00 AM - 09:30 AM',
      optionId: UNKNOWN,
    }),
  },
  'POST /visit/move': { body: () => ({ token: 'none', appointmentDate: 'Jan 5, 2030', slot: '09:00 AM - 09:30 AM' }) },
  'POST /bookings/{id}/revoke-links': { path: onUnknown('/bookings/{id}/revoke-links') },
  'POST /invitations/open': { body: () => ({ code: 'none' }) },
  'POST /invitations/accept': { body: () => ({ code: 'none' }) },
  'DELETE /doctors/{id}': { path: onUnknown('/doctors/{id}') },
  'PUT /users/front-desk/{id}': { path: onUnknown('/users/front-desk/{id}') },
  'DELETE /users/front-desk/{id}': { path: onUnknown('/users/front-desk/{id}') },
  'POST /v2/closeAppointmentOption': { body: () => ({}) },
  'PUT /v2/updateAppointmentOptions': { body: () => ({}) },
  'GET /audit': {},
  'GET /messages': {},
  'POST /messages/retry': { body: () => ({}) },
  'POST /messages/{id}/retry': { path: onUnknown('/messages/{id}/retry'), body: () => ({}) },
  'POST /images': { body: () => ({}) },
  'GET /agenda': { path: () => '/agenda?from=2030-01-05&to=2030-01-05' },
  'POST /agenda/blocks': {
    body: ({ doctorId, freshDay }) => ({
      calendarId: doctorId,
      date: freshDay(),
      startMinute: 720,
      minutes: 30,
      reason: 'A test.',
    }),
  },
  'DELETE /agenda/blocks/{id}': { path: onUnknown('/agenda/blocks/{id}') },
  'PUT /agenda/delay': { body: ({ doctorId }) => ({ calendarId: doctorId, minutes: 0 }) },
  'GET /bookings/{id}/notes': { path: ({ bookingId }) => `/bookings/${bookingId}/notes` },
  'POST /bookings/{id}/notes': {
    path: ({ bookingId }) => `/bookings/${bookingId}/notes`,
    body: () => ({ text: 'A note.' }),
  },
  'DELETE /bookings/{id}/notes/{noteId}': { path: ({ bookingId }) => `/bookings/${bookingId}/notes/${UNKNOWN}` },
  'GET /posts': {},
  'GET /posts/{postId}': { path: onUnknown('/posts/{postId}') },
  'POST /posts': { body: () => ({}) },
  'GET /emailPosts': { path: ({ patient }) => `/emailPosts?email=${patient.email}` },
  'GET /posts/{postId}/deletion': { path: onUnknown('/posts/{postId}/deletion') },
  'DELETE /deleteItem/{postId}': { path: onUnknown('/deleteItem/{postId}') },
  'POST /conversations': { body: ({ patient }) => ({ email: patient.email, postId: UNKNOWN }) },
  'GET /conversations/{email}': { path: ({ patient }) => `/conversations/${patient.email}` },
  'GET /conversations/{email}/unread': { path: ({ patient }) => `/conversations/${patient.email}/unread` },
  'GET /conversations/{conversationId}/messages': { path: onUnknown('/conversations/{conversationId}/messages') },
  'POST /conversations/messages': {
    body: ({ patient }) => ({ conversationId: UNKNOWN, message: 'Hello', senderEmail: patient.email }),
  },
  'PUT /conversations/{conversationId}/read': {
    path: onUnknown('/conversations/{conversationId}/read'),
    body: () => ({ number: 1 }),
  },
  'POST /conversations/{conversationId}/typing': { path: onUnknown('/conversations/{conversationId}/typing') },
  'PUT /conversations/{conversationId}/block': {
    path: onUnknown('/conversations/{conversationId}/block'),
    body: () => ({ blocked: true }),
  },
  'POST /posts/{postId}/reports': {
    path: onUnknown('/posts/{postId}/reports'),
    body: () => ({ reason: 'It is wrong.' }),
  },
  'POST /conversations/messages/{messageId}/reports': {
    path: onUnknown('/conversations/messages/{messageId}/reports'),
    body: () => ({ reason: 'It is wrong.' }),
  },
  'GET /reports': {},
  'PUT /reports/{reportId}': { path: onUnknown('/reports/{reportId}'), body: () => ({ hidden: true }) },
  'GET /events': {},
  'GET /payments/config': {},
  'POST /create-payment-intent': { body: () => ({ price: 50, bookingId: UNKNOWN }) },
  'POST /payments': {
    body: ({ patient }) => ({ price: 50, transactionId: 'pi_none', email: patient.email, bookingId: UNKNOWN }),
  },
  'POST /order': { body: () => ({ price: 50, bookingId: UNKNOWN }) },
  'GET /payments/mine': {},
  'GET /payments/booking/{bookingId}': { path: ({ bookingId }) => `/payments/booking/${bookingId}` },
  'GET /payments/receipt/{id}': { path: onUnknown('/payments/receipt/{id}') },
  'POST /appointments/{id}/payments': {
    path: ({ bookingId }) => `/appointments/${bookingId}/payments`,
    body: () => ({ method: 'cash', price: 1 }),
  },
  'POST /payments/{id}/correction': {
    path: onUnknown('/payments/{id}/correction'),
    body: () => ({ reason: 'A test.' }),
  },
  'POST /refunds/{id}/payout': { path: onUnknown('/refunds/{id}/payout') },
  'GET /statistics': { path: () => '/statistics?from=Jan%205,%202030&to=Jan%206,%202030' },
  'GET /statistics.csv': { path: () => '/statistics.csv?from=Jan%205,%202030&to=Jan%206,%202030' },
  'POST /appointments/{id}/next': {
    path: ({ bookingId }) => `/appointments/${bookingId}/next`,
    body: ({ freshDay }) => slotOf(freshDay()),
  },
  'GET /appointments/{id}/others': { path: ({ bookingId }) => `/appointments/${bookingId}/others` },
  'GET /appointments/takings': {},
  'GET /admin/payments': {},
  'GET /admin/payments/{id}': { path: onUnknown('/admin/payments/{id}') },
  'POST /admin/payments/{id}/refunds': {
    path: onUnknown('/admin/payments/{id}/refunds'),
    body: () => ({ amount: 1, reason: 'A test.' }),
  },
  'POST /admin/refunds/{id}/payout': {
    path: onUnknown('/admin/refunds/{id}/payout'),
    body: () => ({ method: 'transfer', reason: 'A test.' }),
  },
  'POST /admin/refunds/{id}/correction': {
    path: onUnknown('/admin/refunds/{id}/correction'),
    body: () => ({ reason: 'A test.' }),
  },
  'POST /admin/payments/{id}/refund-statement': {
    path: onUnknown('/admin/payments/{id}/refund-statement'),
    body: () => ({ statement: 'not-refunded', reason: 'A test.' }),
  },
  'POST /admin/payments/{id}/approve': {
    path: onUnknown('/admin/payments/{id}/approve'),
    body: () => ({ reason: 'A test.' }),
  },
  'POST /admin/payments/{id}/reject': {
    path: onUnknown('/admin/payments/{id}/reject'),
    body: () => ({ reason: 'A test.' }),
  },
  'GET /admin/payment-differences': {},
  'POST /admin/payment-differences/{id}/dismissal': {
    path: onUnknown('/admin/payment-differences/{id}/dismissal'),
    body: () => ({ reason: 'A test.' }),
  },
  'POST /admin/payment-reconciliation': {},
  'GET /me/dashboard': {},
  'GET /me/second-factor': {},
  'GET /clinic/second-factor': {},
  'PUT /clinic/second-factor': { body: () => ({ required: false }) },
  'POST /users/{id}/second-factor/reset': {
    path: onUnknown('/users/{id}/second-factor/reset'),
    body: () => ({ checked: 'document' }),
  },
  'GET /me/export': {},
  'PUT /me/phone': { body: () => ({ phone: '' }) },
  'GET /me/deletion': {},
  'POST /me/delete': { body: () => ({ password: 'Wrong1!' }) },
};

function slotOf(day: string) {
  return { appointmentDate: mediumDateFromIso(day), treatment: 'Whitening', slot: '09:00 AM - 09:30 AM' };
}

export function bookingOf(patient: { email: string; name: string }, day: string) {
  return {
    ...slotOf(day),
    patient: patient.name,
    email: patient.email,
    phone: '',
    price: 50,
  };
}
