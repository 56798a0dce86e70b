import { contract } from '@openhours/contract';
import { everyone } from '@openhours/contract/access.ts';
import { call } from '@openhours/contract/call.ts';
import { describe, expect, test } from 'vitest';
import { addDays } from '../src/features/schedule/slots.ts';
import { proceduresOf } from '../src/http/contract-calls.ts';
import { personWith } from '../testing/admins.ts';
import { bookingOf, CALL_EXAMPLES } from '../testing/call-examples.ts';
import { openOption } from '../testing/clinic.ts';
import { startTestApp } from '../testing/test-app.ts';
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

type Expected = Readonly<Record<Who, number>>;

const deadTokens = { 'bearer undefined': 401, 'signed-out bearer': 401, 'deleted bearer': 401 } as const;
const nobodySignedIn = { nobody: 401, 'signed-out cookie': 401, 'deleted cookie': 401, ...deadTokens } as const;
const open: Expected = {
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
const patientOrAdmin: Expected = {
  ...nobodySignedIn,
  patient: 200,
  'patient by bearer': 200,
  'other patient': 403,
  doctor: 403,
  'other doctor': 403,
  'front desk': 403,
  admin: 200,
};
const onlyAsOneself: Expected = {
  ...patientOrAdmin,
  'other patient': 409,
  doctor: 409,
  'other doctor': 409,
  'front desk': 409,
  admin: 409,
};

const adminOnly: Expected = { ...patientOrAdmin, patient: 403, 'patient by bearer': 403 };
const anyoneSignedIn: Expected = {
  ...patientOrAdmin,
  'other patient': 200,
  doctor: 200,
  'other doctor': 200,
  'front desk': 200,
};

const doctorOrAdmin: Expected = { ...adminOnly, doctor: 200, 'other doctor': 200 };
const frontDeskOrAdmin: Expected = { ...adminOnly, 'front desk': 200 };
/** Doctors, the front desk and admins. */
const staff: Expected = { ...doctorOrAdmin, 'front desk': 200 };
const onlyThatPerson: Expected = { ...patientOrAdmin, admin: 403 };

/** Replaces every status of a caller that is signed in or allowed by this one. */
function answering(status: number, expected: Expected): Expected {
  const answered = Object.entries(expected).map(([who, was]) => [who, was === 200 ? status : was]);
  return { ...expected, ...Object.fromEntries(answered) };
}

/** One row per call of the contract. A new call without one fails the first test below. */
const MATRIX: Readonly<Record<string, Expected>> = {
  'GET /session': { ...open, ...deadTokens },
  // Emails a link.
  'POST /email-confirmation': anyoneSignedIn,
  'POST /email-confirmation/change': answering(409, anyoneSignedIn),
  'POST /email-confirmation/confirm': answering(409, open),
  'GET /phone-confirmation': anyoneSignedIn,
  // Refused: this clinic sends no text messages.
  'POST /phone-confirmation': answering(409, anyoneSignedIn),
  'POST /phone-confirmation/confirm': answering(409, anyoneSignedIn),
  'GET /jwt': { ...patientOrAdmin, 'patient by bearer': 401, admin: 403 },
  'GET /user/mongo': patientOrAdmin,
  'GET /users/admin/{email}': patientOrAdmin,
  'GET /users/doctor/{email}': patientOrAdmin,
  'POST /users': onlyAsOneself,
  'GET /appointmentSpecialty': open,
  'GET /v2/appointmentOptions': open,
  'GET /v2/appointmentDays': open,
  'GET /availability': open,
  // Signing in is optional here, but an invalid token is refused.
  'GET /treatments': { ...open, ...deadTokens },
  // For the doctor whose hours they are and for admins.
  'GET /doctors/{id}/hours': { ...adminOnly, doctor: 200, 'other doctor': 404 },
  'PUT /doctors/{id}/hours': { ...adminOnly, doctor: 200, 'other doctor': 404 },
  'POST /doctors/{id}/hours/preview': { ...adminOnly, doctor: 200, 'other doctor': 404 },
  'GET /closures': { ...open, ...deadTokens },
  // A doctor closes their own days, the front desk those of any doctor, and only an admin the whole clinic.
  'POST /closures': { ...staff, 'other doctor': 404 },
  'POST /closures/preview': { ...adminOnly, doctor: 403, 'other doctor': 403, 'front desk': 403 },
  'POST /closures/{id}/reopen': answering(404, staff),
  'GET /closures/holidays': doctorOrAdmin,
  'GET /clinic': open,
  'PUT /clinic': adminOnly,
  'GET /services': adminOnly,
  'POST /services/mail/test': adminOnly,
  'POST /services/texts/test': answering(409, adminOnly),
  'POST /services/payments/check': adminOnly,
  'POST /setup': answering(404, open),
  'GET /clinic/rules': open,
  'GET /clinic/hours': open,
  'GET /clinic/hours/{date}/doctors': adminOnly,
  'GET /clinic/legal': open,
  'PUT /clinic/legal': adminOnly,
  'PUT /clinic/hours': adminOnly,
  'POST /clinic/hours/preview': adminOnly,
  'PUT /clinic/rules': adminOnly,
  'POST /treatments': answering(400, adminOnly),
  'PUT /treatments/{id}': answering(404, adminOnly),
  'PUT /treatment-order': answering(409, adminOnly),
  'GET /doctors/public/{slug}': open,
  'POST /bookings': onlyAsOneself,
  'GET /bookings': patientOrAdmin,
  'GET /bookings/{id}': {
    ...patientOrAdmin,
    'other patient': 404,
    doctor: 200,
    'other doctor': 404,
    'front desk': 200,
  },
  // For the patient alone: refused to doctors, the front desk and admins, who can see it.
  'PUT /bookings/{id}/state': { ...answering(404, anyoneSignedIn), doctor: 409, 'front desk': 409, admin: 409 },
  'PUT /bookings/{id}/told': { ...answering(404, anyoneSignedIn), doctor: 200, 'front desk': 200, admin: 200 },
  'GET /bookings/{id}/cancellation': {
    ...patientOrAdmin,
    'other patient': 404,
    doctor: 200,
    'other doctor': 404,
    'front desk': 200,
  },
  'POST /bookings/{id}/cancel': {
    ...answering(409, patientOrAdmin),
    'other patient': 404,
    doctor: 409,
    'other doctor': 404,
    'front desk': 409,
  },
  'GET /bookings/{id}/move-terms': {
    ...patientOrAdmin,
    'other patient': 404,
    doctor: 200,
    'other doctor': 404,
    'front desk': 200,
  },
  'POST /bookings/{id}/move': {
    ...answering(409, patientOrAdmin),
    'other patient': 404,
    doctor: 409,
    'other doctor': 404,
    'front desk': 409,
  },
  'POST /holds': answering(409, anyoneSignedIn),
  'GET /holds/{id}': anyoneSignedIn,
  'DELETE /holds/{id}': anyoneSignedIn,
  'GET /waiting-list': anyoneSignedIn,
  'POST /waiting-list': answering(409, anyoneSignedIn),
  'DELETE /waiting-list/{id}': anyoneSignedIn,
  'POST /waiting-list/offers/{id}/accept': answering(404, anyoneSignedIn),
  'POST /waiting-list/offers/{id}/decline': answering(404, anyoneSignedIn),
  'POST /waiting-list/offers/{id}/accept-for-patient': answering(404, frontDeskOrAdmin),
  'GET /waiting-list/entries': frontDeskOrAdmin,
  'POST /waiting-list/entries': answering(409, frontDeskOrAdmin),
  'POST /waiting-list/entries/{id}/offers': answering(404, frontDeskOrAdmin),
  'DELETE /waiting-list/entries/{id}': frontDeskOrAdmin,
  'GET /bookings/{id}/calendar.ics': {
    ...patientOrAdmin,
    'other patient': 404,
    doctor: 200,
    'other doctor': 404,
    'front desk': 200,
  },
  'GET /calendar-feed': anyoneSignedIn,
  'POST /calendar-feed': anyoneSignedIn,
  'PUT /calendar-feed': anyoneSignedIn,
  'DELETE /calendar-feed': anyoneSignedIn,
  // A doctor gets their own only.
  'GET /appointments': { ...frontDeskOrAdmin, doctor: 200, 'other doctor': 200 },
  'GET /appointments/count': { ...frontDeskOrAdmin, doctor: 200, 'other doctor': 200 },
  // A doctor gets 404 for another doctor's appointment.
  'GET /appointments/{id}/others': { ...frontDeskOrAdmin, doctor: 200, 'other doctor': 404 },
  'POST /appointments/{id}/next': { ...frontDeskOrAdmin, doctor: 200, 'other doctor': 404 },
  'GET /appointments.csv': frontDeskOrAdmin,
  'GET /appointments/doctors': frontDeskOrAdmin,
  'GET /appointments/options': staff,
  'GET /appointments/next-free': staff,
  'PUT /patients/{id}': answering(404, frontDeskOrAdmin),
  'GET /patients/{id}/merge': answering(404, adminOnly),
  'POST /patients/{id}/merge': answering(404, adminOnly),
  'POST /appointments/series/preview': answering(409, frontDeskOrAdmin),
  'POST /appointments/series': answering(409, frontDeskOrAdmin),
  'GET /message-texts': adminOnly,
  'PUT /message-texts/{kind}': adminOnly,
  'GET /message-choices': anyoneSignedIn,
  'PUT /message-choices': anyoneSignedIn,
  'POST /message-choices/unsubscribe': answering(409, open),
  'GET /message-choices/clinic': adminOnly,
  'PUT /message-choices/clinic': adminOnly,
  'GET /me/dependants': anyoneSignedIn,
  'POST /me/dependants': anyoneSignedIn,
  'PUT /me/dependants/{id}': answering(404, anyoneSignedIn),
  'DELETE /me/dependants/{id}': answering(404, anyoneSignedIn),
  'GET /patients': frontDeskOrAdmin,
  'POST /appointments': frontDeskOrAdmin,
  'GET /users': adminOnly,
  'GET /users/count': adminOnly,
  'PUT /users/admin/{id}': adminOnly,
  'DELETE /users/admin/{id}': adminOnly,
  'PUT /users/doctor/{id}': adminOnly,
  'DELETE /users/doctor/{id}': adminOnly,
  'GET /users/{id}/deletion': answering(404, adminOnly),
  'DELETE /users/{id}/sessions': answering(404, adminOnly),
  'DELETE /users/{id}': adminOnly,
  'GET /doctors': adminOnly,
  'GET /doctors/count': adminOnly,
  'POST /doctors': answering(400, adminOnly),
  'GET /invitations': adminOnly,
  'POST /invitations': answering(400, adminOnly),
  'POST /invitations/{id}/resend': answering(404, adminOnly),
  'DELETE /invitations/{id}': adminOnly,
  'POST /visit': answering(404, open),
  'POST /visit/confirm': answering(404, open),
  'POST /visit/cancellation': answering(404, open),
  'POST /visit/cancel': answering(404, open),
  'POST /visit/move-terms': answering(404, open),
  'POST /visit/move': answering(404, open),
  'POST /bookings/{id}/revoke-links': answering(404, anyoneSignedIn),
  'POST /invitations/open': answering(404, open),
  'POST /invitations/accept': { ...answering(404, open), ...deadTokens },
  'DELETE /doctors/{id}': adminOnly,
  'PUT /users/front-desk/{id}': adminOnly,
  'DELETE /users/front-desk/{id}': adminOnly,
  'POST /v2/closeAppointmentOption': answering(400, adminOnly),
  'PUT /v2/updateAppointmentOptions': answering(400, adminOnly),
  'GET /audit': adminOnly,
  'GET /messages': adminOnly,
  'POST /messages/retry': adminOnly,
  'POST /messages/{id}/retry': answering(404, adminOnly),
  // Not a form: callers with permission get that error.
  'POST /images': answering(415, anyoneSignedIn),
  'GET /agenda': staff,
  // For the doctor whose calendar it is, the front desk and admins.
  'POST /agenda/blocks': { ...staff, 'other doctor': 404 },
  'DELETE /agenda/blocks/{id}': answering(404, staff),
  'PUT /agenda/delay': { ...staff, 'other doctor': 404 },
  'GET /bookings/{id}/notes': { ...staff, 'other doctor': 404 },
  'POST /bookings/{id}/notes': { ...staff, 'other doctor': 404 },
  'DELETE /bookings/{id}/notes/{noteId}': answering(404, staff),
  'GET /posts': anyoneSignedIn,
  'GET /posts/{postId}': answering(404, anyoneSignedIn),
  'POST /posts': answering(400, doctorOrAdmin),
  'GET /emailPosts': patientOrAdmin,
  'GET /posts/{postId}/deletion': answering(404, anyoneSignedIn),
  'DELETE /deleteItem/{postId}': answering(404, anyoneSignedIn),
  'POST /conversations': { ...answering(404, onlyAsOneself) },
  'GET /conversations/{email}': onlyThatPerson,
  'GET /conversations/{email}/unread': onlyThatPerson,
  'GET /conversations/{conversationId}/messages': answering(404, anyoneSignedIn),
  'POST /conversations/messages': answering(404, onlyAsOneself),
  'PUT /conversations/{conversationId}/read': answering(404, anyoneSignedIn),
  'POST /conversations/{conversationId}/typing': answering(404, anyoneSignedIn),
  'PUT /conversations/{conversationId}/block': answering(404, anyoneSignedIn),
  'POST /posts/{postId}/reports': answering(404, anyoneSignedIn),
  'POST /conversations/messages/{messageId}/reports': answering(404, anyoneSignedIn),
  'GET /reports': adminOnly,
  'PUT /reports/{reportId}': answering(404, adminOnly),
  'GET /events': anyoneSignedIn,
  'GET /payments/config': anyoneSignedIn,
  'POST /create-payment-intent': answering(409, anyoneSignedIn),
  'POST /payments': answering(404, anyoneSignedIn),
  'POST /order': answering(409, anyoneSignedIn),
  'GET /payments/mine': anyoneSignedIn,
  'GET /payments/booking/{bookingId}': {
    ...patientOrAdmin,
    'other patient': 404,
    doctor: 200,
    'other doctor': 404,
    'front desk': 200,
  },
  'GET /payments/receipt/{id}': answering(404, anyoneSignedIn),
  // For the booking's doctor, the front desk and admins: refused to them in another way.
  'POST /appointments/{id}/payments': { ...answering(404, anyoneSignedIn), doctor: 409, 'front desk': 409, admin: 409 },
  'POST /payments/{id}/correction': answering(404, anyoneSignedIn),
  'POST /refunds/{id}/payout': answering(404, anyoneSignedIn),
  'GET /statistics': adminOnly,
  'GET /statistics.csv': adminOnly,
  'GET /appointments/takings': frontDeskOrAdmin,
  'GET /admin/payments': adminOnly,
  'GET /admin/payments/{id}': answering(404, adminOnly),
  'POST /admin/payments/{id}/refunds': answering(404, adminOnly),
  'POST /admin/refunds/{id}/payout': answering(404, adminOnly),
  'POST /admin/refunds/{id}/correction': answering(404, adminOnly),
  'POST /admin/payments/{id}/refund-statement': answering(404, adminOnly),
  'POST /admin/payments/{id}/approve': answering(404, adminOnly),
  'POST /admin/payments/{id}/reject': answering(404, adminOnly),
  'GET /admin/payment-differences': adminOnly,
  'POST /admin/payment-differences/{id}/dismissal': answering(404, adminOnly),
  'POST /admin/payment-reconciliation': adminOnly,
  'GET /me/dashboard': anyoneSignedIn,
  'GET /me/second-factor': anyoneSignedIn,
  'GET /clinic/second-factor': adminOnly,
  'PUT /clinic/second-factor': adminOnly,
  'POST /users/{id}/second-factor/reset': adminOnly,
  'GET /me/export': anyoneSignedIn,
  'PUT /me/phone': anyoneSignedIn,
  'GET /me/deletion': anyoneSignedIn,
  'POST /me/delete': answering(409, anyoneSignedIn),
};

function callNames(of: unknown): readonly string[] {
  return proceduresOf(of).map(({ '~orpc': { route } }) => `${route.method} ${route.path}`);
}

const app = await startTestApp();
const { db } = app.database;
const person = (name: string, roles: { isAdmin?: boolean; isDoctor?: boolean; isFrontDesk?: boolean } = {}) =>
  personWith(app, { name, email: `${name}@example.org`, ...roles });
const [patient, other, doctor, otherDoctor, frontDesk, admin, leaver, gone] = [
  await person('patient'),
  await person('other'),
  await person('doctor', { isDoctor: true }),
  await person('other-doctor', { isDoctor: true }),
  await person('front-desk', { isFrontDesk: true }),
  await person('admin', { isAdmin: true }),
  await person('leaver'),
  await person('gone'),
];
await openOption(db, { treatment: 'Whitening', doctor: { id: doctor.id, name: 'Dora Doctor', photo: null } });

let days = 1;
const freshDay = () => addDays(new Date().toISOString().slice(0, 10), (days += 1));
const booked = await patient.post('/api/bookings', bookingOf(patient, freshDay()));
if (booked.status !== 200) throw new Error('The first booking failed');
const clinic = { patient, bookingId: String(booked.body['insertedId']), doctorId: doctor.id, freshDay };

const patientToken = await tokenOf(patient);
const leaverToken = await tokenOf(leaver);
const leaverCookie = cookieOf(leaver);
await leaver.post('/api/auth/sign-out', {});
const goneToken = await tokenOf(gone);
const deleted = await admin.request('DELETE', `/api/users/${gone.id}`);
if (deleted.body['deletedCount'] !== 1) throw new Error('The person was not deleted');

const callers: Readonly<Record<Who, (method: string, path: string, body: unknown) => Promise<{ status: number }>>> = {
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
  expect(Object.keys(CALL_EXAMPLES).toSorted()).toEqual(callNames(contract).toSorted());
});

test('a call without a row is found', () => {
  const planted = { ...contract, planted: call.meta({ access: everyone }).route({ method: 'GET', path: '/planted' }) };
  expect(callNames(planted).filter((name) => !Object.hasOwn(MATRIX, name))).toEqual(['GET /planted']);
});

describe('allows each call to the right callers, and a refusal leaves nothing behind', () => {
  test.each(Object.entries(MATRIX))('%s', async (name, expected) => {
    const [method = '', template = ''] = name.split(' ');
    const { path, body } = CALL_EXAMPLES[name] ?? {};
    const statuses: Record<string, number> = {};
    let before = await rowCounts();
    for (const [who, request] of Object.entries(callers)) {
      const { status } = await request(method, `/api${path?.(clinic) ?? template}`, body?.(clinic));
      statuses[who] = status;
      const after = await rowCounts();
      if (status >= 400) expect(after, `${who} was refused`).toEqual(before);
      before = after;
    }
    expect(statuses).toEqual(expected);
  });
});
