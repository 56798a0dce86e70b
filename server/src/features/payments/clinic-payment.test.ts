import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { personWith, type RoledClient } from '../../../testing/admins.ts';
import { moveToDoctor, startPayingClinic } from '../../../testing/paying.ts';
import { type MoneySum, totalsOf } from './money-totals.ts';

let patient: RoledClient;
let bookingId: string;

const clinic = await startPayingClinic();
const admin = await personWith(clinic.app, { isAdmin: true, name: 'Ada Admin' });
const desk = await personWith(clinic.app, { isFrontDesk: true, name: 'Frida Desk' });
const doctor = await personWith(clinic.app, { isDoctor: true, name: 'Dora Doctor' });

beforeEach(async () => {
  clinic.sandbox.stripe.deliver({ how: 'never' });
  patient = await personWith(clinic.app, { name: 'Pat Patient' });
  bookingId = await clinic.booking(patient);
});

interface Money {
  readonly isOwn: boolean;
  readonly paid: boolean;
  readonly payments: readonly { _id: string; state: string; receiptNumber?: string; refunds: { _id: string }[] }[];
  readonly can: { take: boolean; correct: string[]; payOut: string[] };
}

const take = (by: RoledClient = desk, body: object = {}, id = bookingId) =>
  by.post(`/api/appointments/${id}/payments`, { method: 'cash', price: 140, ...body });
const taken = async (body: object = {}) => String((await take(desk, body)).body['insertedId']);
const correct = (id: string, by: RoledClient = desk) =>
  by.post(`/api/payments/${id}/correction`, { reason: 'The wrong person.' });
const payOut = (id: string, by: RoledClient = desk) => by.post(`/api/refunds/${id}/payout`, {});
const moneyOf = async (by: RoledClient = desk) =>
  (await by.get(`/api/payments/booking/${bookingId}`)).body as unknown as Money;
const takings = async () => (await desk.get('/api/appointments/takings')).body;
const ofThisBooking = (rows: unknown) => (rows as { bookingId: string }[]).filter((row) => row.bookingId === bookingId);
const cancel = async () => {
  const answer = await patient.post('/api/me/delete', { password: 'Correct1!', email: patient.email });
  expect(answer.status).toBe(200);
};
const lastMail = async () => {
  await clinic.app.deliverMail();
  return clinic.app.mails.findLast(({ to }) => to === patient.email);
};

describe('a payment at the clinic', () => {
  it.each(['cash', 'terminal', 'insurance'])('by %s pays for the booking, with a receipt', async (method) => {
    const answer = await take(desk, { method });
    expect(answer.body).toMatchObject({
      acknowledged: true,
      payments: {
        paid: true,
        payments: [{ via: 'clinic', method, takenBy: 'Frida Desk', amount: 140, state: 'paid' }],
        can: { take: false, correct: [answer.body['insertedId']], payOut: [] },
      },
    });
    expect((await patient.get(`/api/bookings/${bookingId}`)).body).toMatchObject({ paid: true });
    const receipt = await patient.get(`/api/payments/receipt/${String(answer.body['insertedId'])}`);
    expect(receipt.body).toMatchObject({ number: expect.stringMatching(/^R-/), payment: { method } });
    expect(await lastMail()).toMatchObject({
      subject: `Receipt ${String(receipt.body['number'])}`,
      text: expect.stringContaining('of $140.00'),
      html: expect.stringContaining(`/dashboard/receipt/${String(answer.body['insertedId'])}`),
    });
  });

  it("can be taken by the booking's doctor and admins, and by nobody else", async () => {
    expect((await take(doctor)).status).toBe(404);
    expect((await take(patient)).status).toBe(404);
    const other = await personWith(clinic.app, {});
    expect((await take(other)).status).toBe(404);
    expect(await moneyOf(patient)).toMatchObject({ isOwn: true, can: { take: false, correct: [], payOut: [] } });

    await moveToDoctor(clinic.app.database.db, { bookingId, doctorId: doctor.id });
    expect(await moneyOf(doctor)).toMatchObject({ isOwn: false, can: { take: true } });
    const { body } = await take(doctor);
    expect(body).toMatchObject({ payments: { payments: [{ takenBy: 'Dora Doctor' }] } });
    const id = String(body['insertedId']);
    expect((await correct(id, patient)).status).toBe(404);
    expect((await correct(id, other)).status).toBe(404);
    expect((await correct(id, doctor)).status).toBe(200);
    expect((await take(admin)).status).toBe(200);
  });

  it('is refused for another price, twice, after a cancellation, and where nothing is to be paid', async () => {
    expect((await take(desk, { price: 130 })).body).toMatchObject({ code: 'PRICE_DIFFERS', price: 140 });
    expect((await take(desk, { currency: 'EUR' })).body).toMatchObject({ code: 'PRICE_DIFFERS' });
    expect((await take(desk, { method: 'cheque' })).status).toBe(400);
    const answers = await Promise.all([take(), take(admin), take(desk, { method: 'terminal' })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await take()).body).toMatchObject({ code: 'ALREADY_PAID' });

    const free = await clinic.booking(patient, { priceMinor: 0 });
    expect((await take(desk, { price: 0 }, free)).body).toMatchObject({ code: 'NOTHING_TO_PAY' });
    const cancelled = await clinic.booking(patient);
    await clinic.app.database.db.execute(
      sql`update bookings set state = 'cancelled', change_reason = 'A test.' where id = ${cancelled}`,
    );
    expect((await take(desk, {}, cancelled)).body).toMatchObject({ code: 'BOOKING_CANCELLED' });
    expect((await take(desk, {}, 'none')).status).toBe(404);
  });

  it('is made once for an idempotency key', async () => {
    const send = () =>
      desk.post(
        `/api/appointments/${bookingId}/payments`,
        { method: 'cash', price: 140 },
        { 'idempotency-key': bookingId },
      );
    const [first, second] = [await send(), await send()];
    expect(second).toMatchObject({ status: 200, body: { insertedId: first.body['insertedId'] } });
  });

  it('closes an open card payment, and a card that was charged anyway is refunded', async () => {
    const { body } = await patient.post('/api/create-payment-intent', { price: 140, bookingId });
    const secret = String(body['clientSecret']);
    const transactionId = secret.split('_secret_')[0] ?? '';
    const late = await clinic.booking(patient);
    const lateSecret = String(
      (await patient.post('/api/create-payment-intent', { price: 140, bookingId: late })).body['clientSecret'],
    );
    await take();
    await take(desk, {}, late);
    await clinic.confirm(lateSecret);
    await admin.post('/api/admin/payment-reconciliation', {});
    await clinic.app.runJobs();
    expect((await clinic.confirm(secret)).status).toBe(400);
    const charges = clinic.sandbox.stripe.charges();
    expect(charges.find((charge) => charge.payment_intent === transactionId)).toBeUndefined();
    const charge = charges.find((one) => one.payment_intent === lateSecret.split('_secret_')[0]);
    expect(charge?.amount_refunded).toBe(14_000);
    const { rows } = await clinic.app.database.db.execute(
      sql`select r.cause from refunds r join payments p on p.id = r.payment_id where p.booking_id = ${late}`,
    );
    expect(rows).toEqual([{ cause: 'paid-otherwise' }]);
  });
});

describe('a correction', () => {
  it('makes the booking unpaid, keeps the payment and its receipt, and tells the patient', async () => {
    const id = await taken();
    const { receiptNumber } = (await moneyOf()).payments[0] ?? {};
    expect((await correct(id)).body).toMatchObject({
      payments: {
        paid: false,
        payments: [
          {
            _id: id,
            state: 'refunded',
            refunded: 140,
            receiptNumber,
            refunds: [{ kind: 'correction', state: 'succeeded', amount: 140 }],
          },
        ],
        can: { take: true, correct: [], payOut: [] },
      },
    });
    expect(await lastMail()).toMatchObject({ subject: `Correction of receipt ${receiptNumber}` });
    expect((await correct(id)).body).toMatchObject({ code: 'NOTHING_TO_CORRECT' });
    const { log } = (await admin.get(`/api/admin/payments/${id}`)).body as { log?: unknown };
    expect(log).toMatchObject([
      { by: 'Frida Desk', what: '$140.00 paid at the clinic (cash).' },
      { by: 'Frida Desk', what: 'Recorded by mistake, corrected: The wrong person.' },
    ]);

    await taken({ method: 'terminal' });
    const { paid, payments } = await moneyOf();
    expect([paid, payments.map(({ state }) => state)]).toEqual([true, ['paid', 'refunded']]);
  });

  it('is not followed by the receipt if that could not be sent before', async () => {
    await correct(await taken());
    await clinic.app.deliverMail();
    const subjects = clinic.app.mails.filter(({ to }) => to === patient.email).map(({ subject }) => subject);
    expect(subjects).not.toContainEqual(expect.stringMatching(/^Receipt/));
    expect(subjects).toContainEqual(expect.stringMatching(/^Correction of receipt/));
  });

  it('ends a refund that is owed, because nothing was paid', async () => {
    const id = await taken();
    await admin.post(`/api/admin/payments/${id}/refunds`, { amount: 40, reason: 'A good one.' });
    expect((await moneyOf()).can.correct).toEqual([id]);
    expect((await correct(id)).body).toMatchObject({
      payments: { paid: false, payments: [{ refunded: 140, refunds: [{ kind: 'correction', amount: 140 }] }] },
    });

    const second = await taken();
    await admin.post(`/api/bookings/${bookingId}/cancel`, { reason: 'A good one.' });
    expect((await moneyOf()).can.payOut).toHaveLength(1);
    expect((await correct(second)).status).toBe(200);
    const { can, payments } = await moneyOf();
    expect([can.payOut, can.correct]).toEqual([[], []]);
    expect(payments[0]?.refunds).toMatchObject([{ kind: 'correction', state: 'succeeded', amount: 140 }]);
    const { log } = (await admin.get(`/api/admin/payments/${second}`)).body as { log?: { what: string }[] };
    expect(log?.map(({ what }) => what)).toContain('$140.00 is no longer owed.');
  });

  it('needs a reason, and a payment that was taken at the clinic', async () => {
    const id = await taken();
    expect((await desk.post(`/api/payments/${id}/correction`, { reason: ' ' })).status).toBe(400);
    expect((await correct('01890000-0000-7000-8000-000000000000')).status).toBe(404);
    bookingId = await clinic.booking(patient);
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    const report = { price: 140, transactionId, email: patient.email, bookingId };
    const online = String((await patient.post('/api/payments', report)).body['insertedId']);
    expect((await correct(online)).body).toMatchObject({ code: 'NOT_TAKEN_HERE' });
    expect((await moneyOf()).can).toEqual({ take: false, correct: [], payOut: [] });
  });

  it('is made once by two people at the same moment', async () => {
    const id = await taken();
    const answers = await Promise.all([correct(id), correct(id, admin), correct(id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });
});

describe('for an appointment of their own, the front desk and admins', () => {
  it.each(['front desk', 'admin'])('take no payment, correct none and pay no refund out: %s', async (role) => {
    const self = role === 'admin' ? admin : desk;
    const other = role === 'admin' ? desk : admin;
    bookingId = await clinic.booking(self);
    const nothing = { take: false, correct: [], payOut: [] };
    const appointment = async () => (await self.get(`/api/bookings/${bookingId}`)).body;
    expect(await appointment()).toMatchObject({ can: { takePayment: false } });
    expect((await moneyOf(self)).can).toEqual(nothing);
    expect((await take(self)).status).toBe(404);

    const paymentId = String((await take(other)).body['insertedId']);
    expect(await moneyOf(self)).toMatchObject({ isOwn: true, can: nothing });
    expect((await correct(paymentId, self)).status).toBe(404);

    const { version } = await appointment();
    expect((await self.post(`/api/bookings/${bookingId}/cancel`, { version })).status).toBe(200);
    const [refundId = ''] = (await moneyOf(other)).can.payOut;
    const owedTo = async (reader: RoledClient) =>
      ofThisBooking((await reader.get('/api/appointments/takings')).body['owed']);
    expect(await owedTo(self)).toMatchObject([{ _id: refundId, can: { payOut: false } }]);
    expect((await payOut(refundId, self)).status).toBe(404);
    expect(await owedTo(other)).toMatchObject([{ _id: refundId, can: { payOut: true } }]);
    expect((await payOut(refundId, other)).status).toBe(200);
  });
});

describe('a refund of a payment at the clinic', () => {
  it('waits after a cancellation until staff record that they gave it back', async () => {
    await taken();
    await cancel();
    const [refundId = ''] = (await moneyOf()).can.payOut;
    expect(ofThisBooking((await takings())['owed'])).toMatchObject([
      { _id: refundId, method: 'cash', amount: 140, why: 'The appointment was cancelled.' },
    ]);
    // No provider is asked, whatever runs.
    await admin.post('/api/admin/payment-reconciliation', {});
    await clinic.app.runJobs();
    expect((await moneyOf()).can.payOut).toEqual([refundId]);
    expect((await payOut(refundId, doctor)).status).toBe(404);

    expect((await payOut(refundId)).body).toMatchObject({
      payments: {
        paid: false,
        payments: [{ state: 'refunded', refunds: [{ kind: 'at-clinic', state: 'succeeded' }] }],
      },
    });
    expect((await payOut(refundId, admin)).status).toBe(200);
    const { owed, entries } = await takings();
    expect(ofThisBooking(owed)).toEqual([]);
    expect(ofThisBooking(entries)).toMatchObject([
      { kind: 'payment', amount: 140, by: 'Frida Desk' },
      { kind: 'refund', amount: -140, by: 'Frida Desk' },
    ]);
  });

  it('is announced to the staff who cancel, and shown to staff only, until they record it', async () => {
    await taken();
    const seenBy = async (reader: RoledClient) => (await reader.get(`/api/bookings/${bookingId}`)).body['refundDue'];
    expect((await desk.get(`/api/bookings/${bookingId}/cancellation`)).body).toMatchObject({
      message: `Give $140.00 back to ${patient.name} at the clinic, where it was paid, and record it.`,
      refund: { amount: 140, currency: 'USD', atClinic: 140, byInsurance: 0 },
    });
    expect(await seenBy(desk)).toBeUndefined();
    expect((await desk.post(`/api/bookings/${bookingId}/cancel`, { reason: 'We are closed.' })).body).toMatchObject({
      refund: { amount: 140, currency: 'USD', atClinic: 140, byInsurance: 0 },
      booking: { refundDue: true },
    });
    expect([await seenBy(desk), await seenBy(patient)]).toEqual([true, undefined]);
    await payOut((await moneyOf()).can.payOut[0] ?? '');
    expect(await seenBy(desk)).toBeUndefined();
    // Staff still find what was paid.
    expect((await desk.get(`/api/bookings/${bookingId}`)).body).toHaveProperty('hasPayments', true);
    expect((await patient.get(`/api/bookings/${bookingId}`)).body).not.toHaveProperty('hasPayments');
  });

  it('of what an insurance paid is settled with it, and nobody is told to hand it out', async () => {
    await taken({ method: 'insurance' });
    const messageFor = async (reader: RoledClient) =>
      (await reader.get(`/api/bookings/${bookingId}/cancellation`)).body['message'];
    expect(await messageFor(desk)).toBe(`Settle $140.00 with the insurance of ${patient.name}, and record it.`);
    expect(await messageFor(patient)).toMatch(/^We settle \$140\.00 with your insurance\. /);
    expect((await patient.post(`/api/bookings/${bookingId}/cancel`, {})).body).toMatchObject({
      refund: { amount: 140, currency: 'USD', atClinic: 0, byInsurance: 140 },
    });
    expect(await moneyOf()).toMatchObject({ payments: [{ refunds: [{ kind: 'insurance', state: 'pending' }] }] });
    await clinic.app.deliverMail();
    const texts = clinic.app.mails.flatMap(({ to, text }) => (to === patient.email ? [text] : [])).join('\n');
    expect(texts).toContain('We settle $140.00 with your insurance.');
    expect(texts).not.toContain('You get back');
  });

  it('is announced before an account is closed, and says in its last email where to collect it', async () => {
    await taken();
    const owed = [{ amount: 140, currency: 'USD' }];
    const preview = `/api/users/${patient.id}/deletion`;
    expect((await patient.get('/api/me/deletion')).body).toMatchObject({ refundsAtClinic: owed });
    expect((await admin.get(preview)).body).toMatchObject({ refundsAtClinic: owed });
    await desk.post(`/api/bookings/${bookingId}/cancel`, { reason: 'We are closed.' });
    expect((await admin.get(preview)).body).toMatchObject({ bookingsAsPatient: 0, refundsAtClinic: owed });
    await payOut((await moneyOf()).can.payOut[0] ?? '');
    expect((await admin.get(preview)).body).toMatchObject({ refundsAtClinic: [] });

    bookingId = await clinic.booking(patient);
    await taken();
    await cancel();
    expect(await lastMail()).toMatchObject({
      subject: expect.stringMatching(/was cancelled$/),
      text: expect.stringContaining('You get back $140.00 at our front desk. Please tell us the reference.'),
    });
  });

  it('can be a part, which an admin decides; the booking stays paid', async () => {
    const id = await taken();
    const { body } = await admin.post(`/api/admin/payments/${id}/refunds`, { amount: 40, reason: 'A good one.' });
    expect(body).toMatchObject({ acknowledged: true, payment: { state: 'paid', refunded: 40 } });
    const refundId = String(body['insertedId']);
    const text: unknown = expect.stringContaining('at our front desk');
    expect(await lastMail()).toMatchObject({ subject: 'Refund of $40.00', text });
    await payOut(refundId);
    expect(await moneyOf()).toMatchObject({ paid: true });
    expect((await correct(id)).body).toMatchObject({ payments: { paid: false, payments: [{ refunded: 140 }] } });
  });

  it.each([
    ['cash', /^We have refunded \$140\.00 .* at our front desk\./m],
    ['insurance', /^We have settled the refund of \$140\.00 .* with your insurance\./m],
  ])('that was given back before its email was sent is not offered again: %s', async (method, done) => {
    await taken({ method });
    await desk.post(`/api/bookings/${bookingId}/cancel`, { reason: 'We are closed.' });
    const [refundId = ''] = (await moneyOf()).can.payOut;
    expect((await payOut(refundId)).status).toBe(200);
    expect(await lastMail()).toMatchObject({ subject: 'Refund of $140.00', text: expect.stringMatching(done) });
  });

  it('of an online payment is not refunded here', async () => {
    const transactionId = await clinic.confirmedCard(patient, bookingId);
    const report = { price: 140, transactionId, email: patient.email, bookingId };
    const id = String((await patient.post('/api/payments', report)).body['insertedId']);
    const { body } = await admin.post(`/api/admin/payments/${id}/refunds`, { reason: 'A good one.' });
    expect((await payOut(String(body['insertedId']))).body).toMatchObject({ code: 'NOT_TAKEN_HERE' });
    expect((await payOut('none')).status).toBe(404);
  });
});

describe('the audit log', () => {
  const lines = async () => {
    const { body } = await admin.get(`/api/audit?on=${patient.id}`);
    return (body as unknown as { what: string; who: { name: string }; detail: string }[])
      .map(({ what, who, detail }) => [what, who.name, detail])
      .toReversed();
  };
  const words = async () => {
    const { treatment, appointmentDate, reference } = (await desk.get(`/api/bookings/${bookingId}`)).body;
    return [treatment, 'on', appointmentDate].join(' ').concat(`, ${String(reference)}`);
  };

  it('has what was taken, corrected and paid out, by whom, and nothing that was refused or repeated', async () => {
    const first = await taken();
    await take();
    await correct(first);
    await correct(first);
    const second = await taken({ method: 'terminal' });
    const { body } = await admin.post(`/api/admin/payments/${second}/refunds`, { amount: 40, reason: 'A good one.' });
    await payOut(String(body['insertedId']));
    await payOut(String(body['insertedId']));
    const appointment = await words();
    expect(await lines()).toEqual([
      ['take-payment', 'Frida Desk', `$140.00 (cash): ${appointment}`],
      ['correct-payment', 'Frida Desk', `$140.00 (cash): ${appointment}`],
      ['take-payment', 'Frida Desk', `$140.00 (terminal): ${appointment}`],
      ['refund-payment', 'Ada Admin', `$40.00: ${appointment}`],
      ['pay-out-refund', 'Frida Desk', `$40.00: ${appointment}`],
    ]);
  });
});

describe('the takings of a day', () => {
  it('are for the clinic’s day, by method and by person; a correction counts on its own day', async () => {
    const day = (date: string) => desk.get(`/api/appointments/takings?date=${encodeURIComponent(date)}`);
    clinic.app.clock = new Date('2031-03-01T23:59:59Z');
    const first = await taken();
    clinic.app.clock = new Date('2031-03-02T00:00:00Z');
    await correct(first, admin);
    clinic.app.clock = new Date('2031-03-02T08:00:00Z');
    await taken({ method: 'terminal' });
    clinic.app.clock = undefined;
    expect((await day('Mar 1, 2031')).body).toMatchObject({
      date: 'Mar 1, 2031',
      totals: [{ method: 'cash', currency: 'USD', payments: 1, received: 140, refunded: 0, total: 140 }],
      people: [{ name: 'Frida Desk' }],
    });
    expect((await day('Mar 2, 2031')).body).toMatchObject({
      totals: [
        { method: 'cash', payments: -1, received: -140, refunded: 0, total: -140 },
        { method: 'terminal', payments: 1, received: 140, total: 140 },
      ],
      people: [
        { name: 'Ada Admin', totals: [{ method: 'cash', total: -140 }] },
        { name: 'Frida Desk', totals: [{ method: 'terminal', total: 140 }] },
      ],
      entries: [{ kind: 'correction' }, { kind: 'payment' }],
    });
    expect((await day('Mar 3, 2031')).body).toMatchObject({ totals: [], people: [], entries: [] });
  });

  it('stay on their day, as the figures do, when the clinic’s time zone changes', async () => {
    const save = (body: object) => admin.request('PUT', '/api/clinic', { body: { bookings: 'keep', ...body } });
    const totalOn = async (day: string) => {
      const { body } = await desk.get(`/api/appointments/takings?date=${encodeURIComponent(day)}`);
      return (body['totals'] as { total: number }[]).map(({ total }) => total);
    };
    const listedOn = async (day: string) => {
      const date = encodeURIComponent(day);
      return (await admin.get(`/api/admin/payments?from=${date}&to=${date}`)).body['length'];
    };
    const figuresOf = async (day: string) => {
      const date = encodeURIComponent(day);
      return (await admin.get(`/api/statistics?from=${date}&to=${date}`)).body['income'];
    };
    clinic.app.clock = new Date('2031-04-01T22:00:00Z');
    await taken();
    const figures = await figuresOf('Apr 1, 2031');
    expect(await totalOn('Apr 1, 2031')).toEqual([140]);
    clinic.app.clock = new Date('2031-04-02T10:00:00Z');
    expect((await save({ timeZone: 'Asia/Tokyo' })).status).toBe(200);
    try {
      expect(await totalOn('Apr 1, 2031')).toEqual([140]);
      expect(await totalOn('Apr 2, 2031')).toEqual([]);
      expect(await figuresOf('Apr 1, 2031')).toEqual(figures);
      expect([await listedOn('Apr 1, 2031'), await listedOn('Apr 2, 2031')]).toEqual([1, 0]);
      // One in the morning of the next day.
      clinic.app.clock = new Date('2031-04-02T16:00:00Z');
      bookingId = await clinic.booking(patient);
      await taken();
      expect(await totalOn('Apr 2, 2031')).toEqual([]);
      expect(await totalOn('Apr 3, 2031')).toEqual([140]);
    } finally {
      await save({ timeZone: 'UTC' });
      clinic.app.clock = undefined;
    }
  });

  it('and receipts keep their numbers, whose year is that of the clinic at the payment', async () => {
    const save = (timeZone: string) => admin.request('PUT', '/api/clinic', { body: { bookings: 'keep', timeZone } });
    const take1 = async (at: string) => {
      clinic.app.clock = new Date(at);
      bookingId = await clinic.booking(patient);
      return taken();
    };
    const numberOf = async (id: string) => String((await patient.get(`/api/payments/receipt/${id}`)).body['number']);
    const before = await take1('2031-12-31T16:00:00Z');
    const number = await numberOf(before);
    expect(number).toMatch(/^R-2031-\d{6}$/);
    clinic.app.clock = new Date('2031-12-31T16:05:00Z');
    expect((await save('Asia/Tokyo')).status).toBe(200);
    try {
      expect(await numberOf(before)).toBe(number);
      const after = await take1('2031-12-31T16:10:00Z');
      expect(await numberOf(after)).toMatch(/^R-2032-\d{6}$/);
      const { body } = await desk.get(`/api/appointments/takings?date=${encodeURIComponent('Dec 31, 2031')}`);
      expect(body['entries']).toMatchObject([{ paymentId: before, receiptNumber: number }]);
    } finally {
      await save('UTC');
      clinic.app.clock = undefined;
    }
  });

  it('are by person, even if two people have the same name', async () => {
    const namesake = await personWith(clinic.app, { isFrontDesk: true, name: 'Frida Desk' });
    clinic.app.clock = new Date('2031-03-05T08:00:00Z');
    await taken();
    const other = await clinic.booking(patient);
    await take(namesake, { method: 'terminal' }, other);
    clinic.app.clock = undefined;
    const { body } = await desk.get(`/api/appointments/takings?date=${encodeURIComponent('Mar 5, 2031')}`);
    const both = [
      { _id: desk.id, name: 'Frida Desk', totals: [{ method: 'cash', total: 140 }] },
      { _id: namesake.id, name: 'Frida Desk', totals: [{ method: 'terminal', total: 140 }] },
    ];
    expect(body).toMatchObject({ people: both.toSorted((a, b) => a._id.localeCompare(b._id)) });
  });

  it('add up: the people’s totals are the total, which is the sum of the entries', () => {
    const movement = fc.record({
      kind: fc.constantFrom('payment', 'refund', 'correction'),
      method: fc.constantFrom('cash', 'terminal', 'insurance'),
      currency: fc.constantFrom('USD', 'JPY'),
      count: fc.constantFrom(1, 2),
      size: fc.integer({ min: 1, max: 100_000 }),
      by: fc.constantFrom('Ada', 'Frida', 'Dora'),
    });
    fc.assert(
      fc.property(fc.array(movement), (drawn) => {
        const all = drawn.map(({ size, ...rest }) => ({
          ...rest,
          amountMinor: rest.kind === 'payment' ? size : -size,
        }));
        const totals = totalsOf(all);
        for (const method of ['cash', 'terminal', 'insurance'] as const) {
          for (const currency of ['USD', 'JPY']) {
            const these = all.filter((one) => one.method === method && one.currency === currency);
            const sumOf = (some: readonly { amountMinor: number }[]) =>
              some.reduce((sum, { amountMinor }) => sum + amountMinor, 0) / (currency === 'USD' ? 100 : 1);
            const numberOf = (kind: MoneySum['kind']) =>
              these.filter((one) => one.kind === kind).reduce((sum, { count }) => sum + count, 0);
            const none = { payments: 0, received: 0, refunded: 0, total: 0 };
            const found = totals.find((one) => one.method === method && one.currency === currency) ?? none;
            expect(found.payments).toBe(numberOf('payment') - numberOf('correction'));
            expect(found.total).toBeCloseTo(sumOf(these));
            expect(found.refunded).toBeCloseTo(-sumOf(these.filter(({ kind }) => kind === 'refund')));
            expect(found.received - found.refunded).toBeCloseTo(found.total);
            const people = ['Ada', 'Frida', 'Dora'].flatMap((name) => totalsOf(these.filter(({ by }) => by === name)));
            expect(people.reduce((sum, one) => sum + one.total, 0)).toBeCloseTo(found.total);
            expect(people.reduce((sum, one) => sum + one.payments, 0)).toBe(found.payments);
          }
        }
      }),
    );
  });

  it('and the statistics count no payment that was corrected on its day', async () => {
    clinic.app.clock = new Date('2031-05-01T08:00:00Z');
    await correct(await taken(), desk);
    clinic.app.clock = undefined;
    const day = encodeURIComponent('May 1, 2031');
    const { body: takingsOfDay } = await desk.get(`/api/appointments/takings?date=${day}`);
    expect(takingsOfDay).toMatchObject({ totals: [], entries: [{ kind: 'payment' }, { kind: 'correction' }] });
    const { body: figures } = await admin.get(`/api/statistics?from=${day}&to=${day}`);
    expect(figures['income']).toEqual([]);
    bookingId = await clinic.booking(patient);
    clinic.app.clock = new Date('2031-05-01T09:00:00Z');
    await taken();
    clinic.app.clock = undefined;
    const one = [{ method: 'cash', currency: 'USD', payments: 1, received: 140, refunded: 0, total: 140 }];
    expect((await desk.get(`/api/appointments/takings?date=${day}`)).body['totals']).toEqual(one);
    expect((await admin.get(`/api/statistics?from=${day}&to=${day}`)).body['income']).toEqual(one);
  });
});

it('the database refuses a payment without an order and without a person who took it', async () => {
  const insert = (via: string, provider: string) =>
    clinic.app.database.db.execute(sql`insert into payments
      (id, booking_id, via, provider, transaction_id, amount_minor, currency, taken_minor, taken_currency, state, paid_at, settled_at)
      values (gen_random_uuid(), ${bookingId}, ${via}, ${provider}, 't', 1, 'USD', 1, 'USD', 'paid', now(), now())`);
  await expect(insert('clinic', 'clinic')).rejects.toMatchObject({
    cause: { constraint: 'payment_by_order_or_at_clinic' },
  });
  await expect(insert('card', 'stripe')).rejects.toMatchObject({
    cause: { constraint: 'payment_by_order_or_at_clinic' },
  });
});
