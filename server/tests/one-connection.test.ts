import { randomUUID } from 'node:crypto';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { expect, test } from 'vitest';
import { doctorWithPost } from '../testing/conversations.ts';
import { makePatients, type TokenPatient } from '../testing/many-patients.ts';
import { startPayingClinic } from '../testing/paying.ts';

const clinic = await startPayingClinic({ poolSize: 1, environment: { RATE_LIMITS: 'on' } });

const PEOPLE = 8;

/** With n connections, n calls that need two each would wait for each other. With one, a single such call is enough. */
test('with one connection to the database, people who do different things at once are all answered', async () => {
  const { app } = clinic;
  const { secret, publicUrl: issuer } = app.config;
  const { postId } = await doctorWithPost(app);
  const { rows } = await app.database.pool.query<{ id: string }>('select id from appointment_options');
  const patients = await makePatients(app.database.db, { count: PEOPLE, secret, issuer });
  const wanted = mediumDateFromIso(inDays(2));

  const answers = await Promise.all(
    patients.map(async (patient) => {
      const ask = asking(patient, app.url);
      const booking = (appointmentDate: string) => ({
        appointmentDate,
        treatment: 'Cardiology',
        slot: '09:00 AM - 09:30 AM',
        patient: patient.name,
        email: patient.email,
        phone: '',
        price: 140,
      });
      const free = mediumDateFromIso(inDays(3 + patients.indexOf(patient)));
      const pay = async () => {
        const about = { price: 140, bookingId: await clinic.bookingOf(patient) };
        const prepared = await ask('POST', '/api/create-payment-intent', about);
        const clientSecret = String(prepared.body['clientSecret']);
        await clinic.confirm(clientSecret);
        const payment = { ...about, transactionId: clientSecret.split('_secret_')[0], email: patient.email };
        const paid = await ask('POST', '/api/payments', payment);
        // A job then refunds the payment.
        return [prepared, paid, await ask('POST', `/api/bookings/${about.bookingId}/cancel`, {})];
      };
      const talk = async () => {
        const opened = await ask('POST', '/api/conversations', { email: patient.email, postId });
        const { conversations } = opened.body['data'] as { conversations: { _id: string }[] };
        const said = { conversationId: conversations[0]?._id, message: 'Hello', senderEmail: patient.email };
        return [opened, await ask('POST', '/api/conversations/messages', said)];
      };
      const answered = await Promise.all([
        ask('POST', '/api/bookings', booking(wanted)),
        ask('POST', '/api/holds', { optionId: rows[0]?.id, appointmentDate: free, slot: '10:00 AM - 10:30 AM' }),
        ask('POST', '/api/bookings', booking(free)),
        ask('GET', '/api/v2/appointmentDays'),
        ask('GET', `/api/bookings?email=${patient.email}`),
        pay(),
        talk(),
      ]);
      return answered
        .flat()
        .map(({ path, status }) => `${path.split('?')[0]} ${status}`.replace(/[0-9a-f-]{36}/, ':id'));
    }),
  );

  const counts = [...Map.groupBy(answers.flat(), (answer) => answer)].map(([answer, alike]) => [answer, alike.length]);
  expect(Object.fromEntries(counts)).toEqual({
    // Each books a slot of their own, and one of them the slot that all want.
    'POST /api/bookings 200': PEOPLE + 1,
    'GET /api/bookings 200': PEOPLE,
    'POST /api/bookings 409': PEOPLE - 1,
    'POST /api/holds 200': PEOPLE,
    'GET /api/v2/appointmentDays 200': PEOPLE,
    'POST /api/create-payment-intent 200': PEOPLE,
    'POST /api/payments 200': PEOPLE,
    'POST /api/bookings/:id/cancel 200': PEOPLE,
    'POST /api/conversations 200': PEOPLE,
    'POST /api/conversations/messages 200': PEOPLE,
  });
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

function asking({ token }: TokenPatient, url: string) {
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return {
      path: `${method} ${path}`,
      status: response.status,
      body: (await response.json()) as Record<string, unknown>,
    };
  };
}
