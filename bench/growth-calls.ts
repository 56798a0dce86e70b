import { randomInt, randomUUID } from 'node:crypto';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { OpenDatabase } from '@openhours/server/database/connect.ts';
import { visitToken } from '@openhours/server/features/booking/visit-links.ts';
import { confirmationLinks } from '@openhours/server/features/identity/confirm-email.ts';
import { phoneCodeOf } from '@openhours/server/features/identity/confirm-phone.ts';
import { codeOf } from '@openhours/server/features/invitations/code.ts';
import { unsubscribeLinks } from '@openhours/server/features/messages/unsubscribe.ts';
import { openOption } from '@openhours/server/testing/clinic.ts';
import { confirmCard, intentOf } from '@openhours/server/testing/confirm-card.ts';
import { stripes } from '@openhours/server/testing/pictures.ts';
import { storePayment } from '@openhours/server/testing/stored-payment.ts';
import { createTestClient } from '@openhours/server/testing/test-client.ts';
import { v7 as uuidv7 } from 'uuid';

/** One of the two clinics that are compared, with what prepares a request. */
export interface GrowthSide {
  readonly url: string;
  readonly secret: string;
  readonly database: OpenDatabase;
  readonly caller: { readonly id: string; readonly name: string; readonly email: string };
  readonly optionId: string;
  /** A day without bookings. */
  readonly freshDay: () => string;
  /** Sends a request, which must succeed. @returns the answer */
  readonly ask: (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Readonly<Record<string, unknown>>>;
  /** Makes something by a POST, which must succeed. @returns its id */
  readonly make: (path: string, body?: unknown) => Promise<string>;
}

export interface GrowthRequest {
  readonly path: string;
  /** Sent as JSON, unless it is a form. */
  readonly body?: unknown;
  /** Sent instead of the access token. */
  readonly cookie?: string;
}

const REASON = { reason: 'A test.' };

/**
 * Requests that succeed, for calls whose examples (`call-examples.ts`) are refused or find nothing. What they need is made
 * before, each time anew, and is not timed.
 */
export const GROWTH_CALLS: Readonly<Record<string, (side: GrowthSide) => Promise<GrowthRequest>>> = {
  'GET /jwt': async (side) => {
    const { email, cookie } = await newAccount(side);
    return { path: `/jwt?email=${email}`, cookie };
  },
  'POST /email-confirmation/change': async (side) => {
    const { cookie } = await newAccount(side);
    return { path: '/email-confirmation/change', body: { email: anyEmail(), password: PASSWORD }, cookie };
  },
  'POST /email-confirmation/confirm': async (side) => {
    const [id, email] = [await person(side), anyEmail()];
    await side.database.pool.query('update people set email = $2, email_verified = false where id = $1', [id, email]);
    const link = confirmationLinks({ publicUrl: side.url, secret: side.secret })({ id, email }, new Date());
    return { path: '/email-confirmation/confirm', body: { token: new URL(link).hash.slice('#token='.length) } };
  },
  'POST /phone-confirmation': async (side) => {
    await unconfirmedPhone(side);
    return { path: '/phone-confirmation' };
  },
  'POST /phone-confirmation/confirm': async (side) => {
    await unconfirmedPhone(side);
    const { secret, database, caller } = side;
    const id = uuidv7();
    await database.pool.query(
      'insert into phone_codes (id, person_id, phone, sent_at) select $1, id, phone, now() from people where id = $2',
      [id, caller.id],
    );
    return { path: '/phone-confirmation/confirm', body: { code: phoneCodeOf(id, secret) } };
  },
  'POST /services/texts/test': async (side) => {
    await unconfirmedPhone(side);
    await side.database.pool.query('update people set phone_confirmed_at = now() where id = $1', [side.caller.id]);
    return { path: '/services/texts/test' };
  },
  'POST /message-choices/unsubscribe': async (side) => {
    const makeLink = unsubscribeLinks({ publicUrl: side.url, secret: side.secret });
    const personId = await person(side);
    const { rows } = await side.database.pool.query('select email from people where id = $1', [personId]);
    const link = makeLink({ personId, email: rows[0].email, topic: 'reminder-day' });
    return { path: '/message-choices/unsubscribe', body: { token: new URL(link).searchParams.get('token') } };
  },
  'PUT /treatments/{id}': async (side) => ({
    path: `/treatments/${await side.make('/treatments', newTreatment())}`,
    body: newTreatment(),
  }),
  'POST /treatments': async () => ({ path: '/treatments', body: newTreatment() }),
  'PUT /treatment-order': async ({ database }) => {
    const { rows } = await database.pool.query('select id from treatments order by position, name');
    const seen = rows.map(({ id }) => id);
    return { path: '/treatment-order', body: { seen, wanted: seen.toReversed() } };
  },
  'POST /v2/closeAppointmentOption': async ({ make, database, caller }) => {
    const treatment = newTreatment();
    await make('/treatments', treatment);
    await openOption(database.db, { treatment: treatment.name, doctor: { ...caller, photo: null } });
    return { path: '/v2/closeAppointmentOption', body: { specialty: treatment.name, doctorId: caller.id } };
  },
  'GET /doctors/public/{slug}': async ({ database, caller }) => {
    const { rows } = await database.pool.query('select slug from doctor_pages where doctor_id = $1', [caller.id]);
    return { path: `/doctors/public/${rows[0].slug}` };
  },
  'GET /appointments/next-free': async ({ optionId, freshDay }) => ({
    path: `/appointments/next-free?option=${optionId}&from=${freshDay()}`,
  }),
  'POST /closures/{id}/reopen': async (side) => {
    const day = side.freshDay();
    const id = await side.make('/closures', { from: day, to: day, ...REASON, bookings: 'keep' });
    return { path: `/closures/${id}/reopen`, body: { from: day } };
  },

  // So that the days of the other examples can still be booked.
  'PUT /clinic/rules': async () => ({ path: '/clinic/rules', body: { horizonDays: 730 } }),

  // An appointment of today, the only one in the first minutes of the day.
  'PUT /bookings/{id}/state': async (side) => {
    const id = await booking(side);
    const { pool } = side.database;
    for (const table of ['bookings', 'busy_times']) {
      const isToday = `day = current_date and calendar_id = (select calendar_id from bookings where id = $1)`;
      await pool.query(`delete from ${table} where ${isToday}`, [id]);
    }
    const { rows } = await pool.query(
      `update bookings set day = current_date, start_minute = 0, starts_at = current_date::timestamp at time zone 'UTC',
         ends_at = (current_date + interval '30 minutes') at time zone 'UTC'
       where id = $1 returning version`,
      [id],
    );
    return { path: `/bookings/${id}/state`, body: { state: 'arrived', version: rows[0].version } };
  },
  'POST /bookings/{id}/cancel': async (side) => ({ path: `/bookings/${await ownBooking(side)}/cancel`, body: REASON }),
  'GET /bookings/{id}/move-terms': async (side) => {
    const query = new URLSearchParams({ optionId: side.optionId, ...slotOf(side.freshDay()) });
    return { path: `/bookings/${await ownBooking(side)}/move-terms?${query.toString()}` };
  },
  'POST /bookings/{id}/move': async (side) => {
    await forgetMoves(side);
    return { path: `/bookings/${await ownBooking(side)}/move`, body: slotOf(side.freshDay()) };
  },
  'POST /bookings/{id}/revoke-links': async (side) => ({ path: `/bookings/${await ownBooking(side)}/revoke-links` }),
  'GET /bookings/{id}/notes': async (side) => ({ path: `/bookings/${await booking(side)}/notes` }),
  'POST /bookings/{id}/notes': async (side) => ({
    path: `/bookings/${await booking(side)}/notes`,
    body: { text: 'A note.' },
  }),
  'DELETE /bookings/{id}/notes/{noteId}': async (side) => {
    const path = `/bookings/${await booking(side)}/notes`;
    return { path: `${path}/${await side.make(path, { text: 'A note.' })}` };
  },
  'POST /holds': async ({ optionId, freshDay }) => ({ path: '/holds', body: { optionId, ...slotOf(freshDay()) } }),
  'GET /holds/{id}': async ({ make, optionId, freshDay }) => ({
    path: `/holds/${await make('/holds', { optionId, ...slotOf(freshDay()) })}`,
  }),
  'DELETE /holds/{id}': async ({ make, optionId, freshDay }) => ({
    path: `/holds/${await make('/holds', { optionId, ...slotOf(freshDay()) })}`,
  }),
  'POST /visit': async (side) => ({ path: '/visit', body: await visit(side) }),
  'POST /visit/confirm': async (side) => ({ path: '/visit/confirm', body: await visit(side) }),
  'POST /visit/cancellation': async (side) => ({ path: '/visit/cancellation', body: await visit(side) }),
  'POST /visit/cancel': async (side) => ({ path: '/visit/cancel', body: await visit(side) }),
  'POST /visit/move-terms': async (side) => ({
    path: '/visit/move-terms',
    body: { ...(await visit(side)), optionId: side.optionId, ...slotOf(side.freshDay()) },
  }),
  'POST /visit/move': async (side) => {
    await forgetMoves(side);
    return { path: '/visit/move', body: { ...(await visit(side)), ...slotOf(side.freshDay()) } };
  },
  'GET /appointments.csv': async ({ freshDay }) => {
    const day = encodeURIComponent(mediumDateFromIso(freshDay()));
    return { path: `/appointments.csv?from=${day}&to=${day}` };
  },
  'GET /appointments/count': async ({ freshDay }) => {
    const day = encodeURIComponent(mediumDateFromIso(freshDay()));
    return { path: `/appointments/count?from=${day}&to=${day}` };
  },
  'POST /appointments/series/preview': async (side) => ({ path: '/appointments/series/preview', body: series(side) }),
  'POST /appointments/series': async (side) => ({ path: '/appointments/series', body: series(side) }),
  'PUT /patients/{id}': async ({ database }) => {
    const id = uuidv7();
    await database.pool.query(`insert into people (id, name, email) values ($1, 'New', $2)`, [id, `none:${id}`]);
    return { path: `/patients/${id}`, body: { name: 'Newer', phone: '+1 202 555 0143' } };
  },

  'POST /waiting-list': async (side) => ({ path: '/waiting-list', body: await wish(side) }),
  'POST /waiting-list/entries': async (side) => ({
    path: '/waiting-list/entries',
    body: { ...(await wish(side)), patientId: side.caller.id },
  }),
  'DELETE /waiting-list/{id}': async (side) => ({ path: `/waiting-list/${await entry(side)}` }),
  'DELETE /waiting-list/entries/{id}': async (side) => ({ path: `/waiting-list/entries/${await entry(side)}` }),
  'POST /waiting-list/entries/{id}/offers': async (side) => {
    const day = side.freshDay();
    return {
      path: `/waiting-list/entries/${await eveningEntry(side, day)}/offers`,
      body: { optionId: side.optionId, ...slotOf(day) },
    };
  },
  'POST /waiting-list/offers/{id}/accept': async (side) => ({
    path: `/waiting-list/offers/${await offer(side)}/accept`,
    body: { price: 50, currency: 'USD' },
  }),
  'POST /waiting-list/offers/{id}/accept-for-patient': async (side) => ({
    path: `/waiting-list/offers/${await offer(side)}/accept-for-patient`,
  }),
  'POST /waiting-list/offers/{id}/decline': async (side) => ({
    path: `/waiting-list/offers/${await offer(side)}/decline`,
  }),

  'POST /me/dependants': async (side) => {
    await noChildren(side);
    return { path: '/me/dependants', body: CHILD };
  },
  'PUT /me/dependants/{id}': async (side) => ({
    path: `/me/dependants/${await child(side)}`,
    body: CHILD,
  }),
  'DELETE /me/dependants/{id}': async (side) => ({
    path: `/me/dependants/${await child(side)}`,
  }),
  'PUT /users/admin/{id}': async (side) => ({ path: `/users/admin/${await person(side)}` }),
  'PUT /users/doctor/{id}': async (side) => ({ path: `/users/doctor/${await person(side)}` }),
  'PUT /users/front-desk/{id}': async (side) => ({ path: `/users/front-desk/${await person(side)}` }),
  'DELETE /users/admin/{id}': async (side) => ({ path: `/users/admin/${await person(side, 'admin')}` }),
  'DELETE /users/doctor/{id}': async (side) => ({ path: `/users/doctor/${await person(side, 'doctor')}` }),
  'DELETE /users/front-desk/{id}': async (side) => ({ path: `/users/front-desk/${await person(side, 'front-desk')}` }),
  'DELETE /doctors/{id}': async (side) => ({ path: `/doctors/${await person(side, 'doctor')}` }),
  'GET /users/{id}/deletion': async (side) => ({ path: `/users/${await person(side)}/deletion` }),
  'DELETE /users/{id}/sessions': async (side) => ({ path: `/users/${await person(side)}/sessions` }),
  'DELETE /users/{id}': async (side) => ({ path: `/users/${await person(side)}` }),
  'POST /doctors': async () => ({
    path: '/doctors',
    body: {
      name: 'Doctor Growth',
      email: anyEmail(),
      specialty: 'Whitening',
      photoURL: PHOTO,
      password: PASSWORD,
    },
  }),
  'POST /invitations': async () => ({ path: '/invitations', body: invited() }),
  'POST /invitations/{id}/resend': async (side) => ({
    path: `/invitations/${await side.make('/invitations', invited())}/resend`,
  }),
  'POST /invitations/open': async (side) => ({ path: '/invitations/open', body: { code: await invitationCode(side) } }),
  'POST /invitations/accept': async (side) => ({
    path: '/invitations/accept',
    body: { code: await invitationCode(side), password: PASSWORD },
  }),
  'DELETE /invitations/{id}': async (side) => ({ path: `/invitations/${await side.make('/invitations', invited())}` }),
  'PUT /v2/updateAppointmentOptions': async ({ caller }) => ({
    path: '/v2/updateAppointmentOptions',
    body: { specialty: 'Whitening', doctorName: caller.name, doctorId: caller.id },
  }),
  'POST /messages/{id}/retry': async ({ database, caller }) => {
    const id = uuidv7();
    await database.pool.query(
      `insert into outgoing_messages (id, kind, person_id, about, state, queued_at, due_at, try_until, ended_at, said)
       values ($1, 'password-changed', $2, '{}', 'failed', now(), now(), now() + interval '1 day', now(), 'no')`,
      [id, caller.id],
    );
    return { path: `/messages/${id}/retry`, body: {} };
  },
  'POST /images': async ({ database, caller }) => {
    await database.pool.query('delete from image_quotas where person_id = $1', [caller.id]);
    const size = { width: 640, height: 480 + randomInt(40) };
    const picture = await stripes(size, randomInt(250)).jpeg().toBuffer();
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'picture.jpg');
    return { path: '/images', body: form };
  },
  'DELETE /agenda/blocks/{id}': async ({ make, caller, freshDay }) => {
    const block = { calendarId: caller.id, date: freshDay(), startMinute: 840, minutes: 30, ...REASON };
    return { path: `/agenda/blocks/${await make('/agenda/blocks', block)}` };
  },

  'POST /posts': async () => ({ path: '/posts', body: POST }),
  'GET /posts/{postId}': async (side) => ({ path: `/posts/${await side.make('/posts', POST)}` }),
  'GET /posts/{postId}/deletion': async (side) => ({ path: `/posts/${await side.make('/posts', POST)}/deletion` }),
  'DELETE /deleteItem/{postId}': async (side) => ({ path: `/deleteItem/${await side.make('/posts', POST)}` }),
  'POST /posts/{postId}/reports': async (side) => ({ path: `/posts/${await othersPost(side)}/reports`, body: REASON }),
  'POST /conversations/messages/{messageId}/reports': async (side) => {
    const [id, conversationId] = [uuidv7(), await conversation(side)];
    await side.database.pool.query(
      `with counted as (update conversations set message_count = 2 where id = $2 returning id, author_id)
       insert into messages (id, conversation_id, number, sender_id, text, sent_at)
       select $1, id, 2, author_id, 'Hello', now() from counted`,
      [id, conversationId],
    );
    return { path: `/conversations/messages/${id}/reports`, body: REASON };
  },
  'PUT /reports/{reportId}': async (side) => {
    const id = await othersPost(side);
    await side.make(`/posts/${id}/reports`, REASON);
    const { rows } = await side.database.pool.query('select id from reports where post_id = $1', [id]);
    return { path: `/reports/${rows[0].id}`, body: { hidden: true } };
  },
  'POST /conversations': async (side) => ({
    path: '/conversations',
    body: { email: side.caller.email, postId: await othersPost(side) },
  }),
  'GET /conversations/{conversationId}/messages': async (side) => ({
    path: `/conversations/${await conversation(side)}/messages`,
  }),
  'POST /conversations/messages': async (side) => ({
    path: '/conversations/messages',
    body: { conversationId: await conversation(side), message: 'Hello', senderEmail: side.caller.email },
  }),
  'PUT /conversations/{conversationId}/read': async (side) => ({
    path: `/conversations/${await conversation(side)}/read`,
    body: { number: 1 },
  }),
  'POST /conversations/{conversationId}/typing': async (side) => ({
    path: `/conversations/${await conversation(side)}/typing`,
  }),
  'PUT /conversations/{conversationId}/block': async (side) => ({
    path: `/conversations/${await conversation(side)}/block`,
    body: { blocked: true },
  }),

  'POST /create-payment-intent': async (side) => ({
    path: '/create-payment-intent',
    body: { price: 50, bookingId: await ownBooking(side) },
  }),
  'POST /payments': async (side) => {
    const bookingId = await ownBooking(side);
    const transactionId = await confirmedCard(side, bookingId);
    return { path: '/payments', body: { price: 50, transactionId, email: side.caller.email, bookingId } };
  },
  'POST /order': async (side) => ({ path: '/order', body: { price: 50, bookingId: await ownBooking(side) } }),
  'POST /appointments/{id}/payments': async (side) => ({
    path: `/appointments/${await booking(side)}/payments`,
    body: CASH,
  }),
  'POST /payments/{id}/correction': async (side) => ({
    path: `/payments/${await payment(side)}/correction`,
    body: REASON,
  }),
  'GET /payments/receipt/{id}': async (side) => ({ path: `/payments/receipt/${await payment(side)}` }),
  'GET /admin/payments/{id}': async (side) => ({ path: `/admin/payments/${await payment(side)}` }),
  'POST /admin/payments/{id}/refunds': async (side) => ({
    path: `/admin/payments/${await payment(side)}/refunds`,
    body: { amount: 1, ...REASON },
  }),
  'POST /refunds/{id}/payout': async (side) => {
    const path = `/admin/payments/${await payment(side)}/refunds`;
    return { path: `/refunds/${await side.make(path, { amount: 1, ...REASON })}/payout` };
  },
  'POST /admin/refunds/{id}/payout': async (side) => ({
    path: `/admin/refunds/${await failedRefund(side)}/payout`,
    body: PAYOUT,
  }),
  'POST /admin/refunds/{id}/correction': async (side) => ({
    path: `/admin/refunds/${await side.make(`/admin/refunds/${await failedRefund(side)}/payout`, PAYOUT)}/correction`,
    body: REASON,
  }),
  // Of two payments that the bank calls the same.
  'POST /admin/payments/{id}/refund-statement': async (side) => {
    const [id, other] = [await cardPayment(side, 'paid'), await cardPayment(side, 'paid')];
    await side.database.pool.query('update payments set bank_reference = $1 where id in ($1, $2)', [id, other]);
    const body = { statement: 'refunded', reference: 're_found', ...REASON };
    return { path: `/admin/payments/${id}/refund-statement`, body };
  },
  'POST /admin/payments/{id}/approve': async (side) => ({
    path: `/admin/payments/${await cardPayment(side, 'on-hold')}/approve`,
    body: REASON,
  }),
  'POST /admin/payments/{id}/reject': async (side) => ({
    path: `/admin/payments/${await cardPayment(side, 'on-hold')}/reject`,
    body: REASON,
  }),
  'POST /admin/payment-differences/{id}/dismissal': async ({ database }) => {
    const id = uuidv7();
    await database.pool.query(
      `insert into payment_differences (id, kind, via, provider, transaction_id, message, seen_at)
       values ($1, 'unknown-charge', 'card', 'stripe', $2, 'A difference.', now())`,
      [id, `pi_${id}`],
    );
    return { path: `/admin/payment-differences/${id}/dismissal`, body: REASON };
  },
};

const CHILD = { name: 'Mia', dateOfBirth: '2018-05-04', relation: 'child' };
const PHOTO = '/portraits/doctor-1.svg';
const POST = { description: 'A post.' };
const PAYOUT = { method: 'transfer', ...REASON };
const CASH = { method: 'cash', price: 50 };
const PASSWORD = 'Correct-1-horse!';
const anyEmail = () => `${randomUUID()}@bench.example`;
const newTreatment = () => ({ name: `Treatment ${randomUUID()}`, minutes: 30, price: 50 });
const invited = () => ({ email: anyEmail(), name: 'Ida Invited', role: 'front-desk' });

/** Of a patient, with the cookies of their session. */
async function newAccount({ url }: GrowthSide) {
  const [client, email] = [createTestClient(url), anyEmail()];
  await client.post('/api/auth/sign-up/email', { name: 'New', email, password: PASSWORD });
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { email, cookie };
}

function slotOf(day: string) {
  return { appointmentDate: mediumDateFromIso(day), slot: '09:00 AM - 09:30 AM' };
}

/** An appointment of the caller, with themselves. */
async function ownBooking({ make, caller, freshDay }: GrowthSide): Promise<string> {
  const { name: patient, email } = caller;
  const wanted = { ...slotOf(freshDay()), treatment: 'Whitening', patient, email, phone: '', price: 50 };
  return make('/bookings', wanted);
}

/** A patient may move appointments 20 times an hour. */
async function forgetMoves({ database, caller }: GrowthSide): Promise<void> {
  const moved = `patient_id = $1 and state = 'booked' and version > 1`;
  await database.pool.query(`delete from bookings where ${moved}`, [caller.id]);
}

/** An appointment of somebody else with the caller. */
async function booking({ make, freshDay }: GrowthSide): Promise<string> {
  const wanted = { ...slotOf(freshDay()), treatment: 'Whitening', newPatient: { name: 'New', email: anyEmail() } };
  return make('/appointments', wanted);
}

/** The second appointment is on a day that `freshDay` does not return for this call. */
function series({ freshDay }: GrowthSide) {
  const newPatient = { name: 'New', email: anyEmail() };
  return { ...slotOf(freshDay()), treatment: 'Whitening', newPatient, everyWeeks: 12, times: 2 };
}

async function visit(side: GrowthSide) {
  const id = await ownBooking(side);
  const { secret, database, caller } = side;
  const { rows } = await database.pool.query('select link_key from bookings where id = $1', [id]);
  const of = { id, patientId: caller.id, linkKey: rows[0].link_key };
  return { token: visitToken(of, { email: caller.email, secret }), version: 1 };
}

async function payment(side: GrowthSide): Promise<string> {
  return side.make(`/appointments/${await booking(side)}/payments`, CASH);
}

/** By card. @returns the payment's id */
async function cardPayment(side: GrowthSide, state: 'paid' | 'on-hold'): Promise<string> {
  const [bookingId, { pool }] = [await ownBooking(side), side.database];
  await storePayment(pool, { bookingId, state });
  return (await pool.query('select id from payments where booking_id = $1', [bookingId])).rows[0].id;
}

/** Of a card payment for an appointment of somebody else. @returns the refund's id */
async function failedRefund(side: GrowthSide): Promise<string> {
  const [bookingId, { pool }, id] = [await booking(side), side.database, uuidv7()];
  await storePayment(pool, { bookingId, state: 'paid' });
  await pool.query(
    `insert into refunds (id, payment_id, amount_minor, currency, taken_minor, state, cause, requested_at, ask_at, done_at)
     select $1, id, amount_minor, currency, taken_minor, 'failed', 'admin', now(), now(), now()
     from payments where booking_id = $2`,
    [id, bookingId],
  );
  return id;
}

/** Pays at the card provider. @returns the transaction's id */
async function confirmedCard({ ask }: GrowthSide, bookingId: string): Promise<string> {
  const { confirmUrl: url, publishableKey } = await ask('GET', '/payments/config');
  const { clientSecret } = await ask('POST', '/create-payment-intent', { price: 50, bookingId });
  const provider = { url: String(url), publishableKey: String(publishableKey) };
  const { status } = await confirmCard(provider, { clientSecret: String(clientSecret) });
  if (status !== 200) throw new Error('The card was refused');
  return intentOf(String(clientSecret));
}

async function invitationCode({ make, database, secret }: GrowthSide): Promise<string> {
  const id = await make('/invitations', invited());
  const { rows } = await database.pool.query('select sent_at from invitations where id = $1', [id]);
  return codeOf({ id, sentAt: rows[0].sent_at }, secret);
}

/** Gives the caller a number that they have not confirmed, and forgets which codes they got. */
async function unconfirmedPhone({ database: { pool }, caller }: GrowthSide): Promise<void> {
  await pool.query(`update people set phone = '+12025550143', phone_confirmed_at = null where id = $1`, [caller.id]);
  await pool.query('delete from phone_codes where person_id = $1', [caller.id]);
}

/** Deletes what else the caller waits for. */
async function wish({ database, caller, freshDay }: GrowthSide, day = freshDay()) {
  await database.pool.query('delete from waiting_list_entries where person_id = $1', [caller.id]);
  return { treatment: 'Whitening', from: day, to: day };
}

async function entry(side: GrowthSide): Promise<string> {
  return side.make('/waiting-list', await wish(side));
}

/** Waits for the caller after their hours, so that the server offers no time before somebody offers one by hand. */
async function eveningEntry(side: GrowthSide, day: string): Promise<string> {
  return side.make('/waiting-list', { ...(await wish(side, day)), optionId: side.optionId, times: ['evening'] });
}

async function offer(side: GrowthSide): Promise<string> {
  const day = side.freshDay();
  const path = `/waiting-list/entries/${await eveningEntry(side, day)}/offers`;
  return side.make(path, { optionId: side.optionId, ...slotOf(day) });
}

/** Because a person may look after a limited number of others. */
async function noChildren({ database, caller }: GrowthSide): Promise<void> {
  const ends = 'update people set guardian_id = null, relation = null where guardian_id = $1';
  await database.pool.query(ends, [caller.id]);
}

/** The only child whom the caller looks after. */
async function child(side: GrowthSide): Promise<string> {
  await noChildren(side);
  return side.make('/me/dependants', CHILD);
}

async function person({ database }: GrowthSide, role?: 'admin' | 'doctor' | 'front-desk'): Promise<string> {
  const id = uuidv7();
  await database.pool.query(
    `insert into people (id, name, email, email_verified, is_admin, is_doctor, is_front_desk)
     values ($1, 'Some Body', $2, true, $3, $4, $5)`,
    [id, anyEmail(), role === 'admin', role === 'doctor', role === 'front-desk'],
  );
  return id;
}

async function othersPost(side: GrowthSide): Promise<string> {
  const [id, author] = [uuidv7(), await person(side, 'doctor')];
  await side.database.pool.query(
    `insert into posts (id, author_id, description, posted_at) values ($1, $2, 'A post.', now())`,
    [id, author],
  );
  return id;
}

/** With one message. */
async function conversation(side: GrowthSide): Promise<string> {
  const { email: senderEmail } = side.caller;
  const postId = await othersPost(side);
  await side.make('/conversations', { email: senderEmail, postId });
  const { rows } = await side.database.pool.query('select id from conversations where post_id = $1', [postId]);
  const conversationId = rows[0].id;
  await side.make('/conversations/messages', { conversationId, message: 'Hello', senderEmail });
  return conversationId;
}
