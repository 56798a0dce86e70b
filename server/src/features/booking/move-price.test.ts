import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RoledClient } from '../../../testing/admins.ts';
import { dateIn, NINE, startMovingClinic, TEN } from '../../../testing/moving.ts';
import { CARDS } from '../../../testing/paying.ts';
import type { TestClient } from '../../../testing/test-client.ts';
import { bookings } from '../../database/schema/booking.ts';

const start = await startMovingClinic();
const { clinic, db, desk, admin, optionId, otherOptionId, setPrice } = start;

let patient: RoledClient;
let bookingId: string;
let day: number;
let date: string;
let nextDate: string;
beforeEach(async () => {
  ({ patient, day, date, nextDate } = await start.begin());
  bookingId = await booked(patient);
});

const booked = (by: TestClient, more: Record<string, unknown> = {}) =>
  start.booked(by, { appointmentDate: date, ...more });
const seen = async (by: TestClient = patient) => (await by.get(`/api/bookings/${bookingId}`)).body;
const move = (by: TestClient, body: Record<string, unknown> = {}) =>
  by.post(`/api/bookings/${bookingId}/move`, { appointmentDate: nextDate, slot: TEN, optionId, ...body });
async function pay(price = 140, card: string = CARDS.good) {
  const transactionId = await clinic.confirmedCard(patient, bookingId, { price, card });
  await patient.post('/api/payments', { price, transactionId, email: patient.email, bookingId });
  return transactionId;
}
async function refundedOf(transactionId: string) {
  await clinic.app.runJobs();
  return clinic.sandbox.stripe.charges().find((charge) => charge.payment_intent === transactionId)?.amount_refunded;
}

describe('the price of a moved appointment', () => {
  describe('that was paid at the clinic', () => {
    const payment = (price: number, more: object = {}) =>
      desk.post(`/api/appointments/${bookingId}/payments`, { method: 'cash', price, ...more });
    const money = async () => {
      const { body } = await desk.get(`/api/payments/booking/${bookingId}`);
      return body as { paid?: boolean; payments?: unknown[]; can?: { take: boolean; payOut: string[] } };
    };
    const payOut = async (id: string) => desk.post(`/api/refunds/${id}/payout`, {});
    const unpaidAt = (price: number) => ({ paid: false, price, refundDue: true, can: { takePayment: true } });
    const old = { amount: 140, state: 'refunded', refunds: [{ amount: 140, kind: 'at-clinic', state: 'pending' }] };

    beforeEach(async () => {
      await payment(140);
      await setPrice(15_000);
      await move(patient, { price: 150 });
    });

    it('higher: staff see at once that it is not paid, and settle both in one step', async () => {
      expect(await seen(desk)).toMatchObject(unpaidAt(150));
      const { body: listed } = await desk.get(`/api/appointments?date=${encodeURIComponent(nextDate)}&payment=unpaid`);
      expect(listed).toContainEqual(expect.objectContaining({ _id: bookingId, refundDue: true }));
      expect(await seen()).toMatchObject({ paid: false, price: 150 });
      expect((await patient.get('/api/payments/mine')).body).toMatchObject([{ paid: false, payments: [old] }]);
      const { payments, can } = await money();
      expect({ payments, can }).toMatchObject({ payments: [old], can: { take: true, payOut: [expect.any(String)] } });
      expect((await desk.get(`/api/bookings/${bookingId}/cancellation`)).body).toMatchObject({
        refund: { amount: 0 },
        message: expect.stringMatching(/is being refunded already\.$/),
      });

      expect((await payment(150, { payOut: ['01890000-0000-7000-8000-000000000000'] })).body).toMatchObject({
        code: 'REFUND_CHANGED',
      });
      expect((await payment(140, { payOut: can?.payOut })).body).toMatchObject({ code: 'PRICE_DIFFERS' });
      expect(await money()).toMatchObject({ paid: false, can: { payOut: can?.payOut } });
      expect((await payment(150, { payOut: can?.payOut, method: 'terminal' })).body).toMatchObject({
        payments: {
          paid: true,
          payments: [
            { amount: 150, state: 'paid', method: 'terminal' },
            { amount: 140, state: 'refunded', refunds: [{ state: 'succeeded' }] },
          ],
          can: { take: false, payOut: [] },
        },
      });
      expect(await seen(desk)).not.toHaveProperty('refundDue');
      const { entries } = (await desk.get('/api/appointments/takings')).body as { entries?: unknown };
      const ofIt = (entries as { bookingId: string }[]).filter((entry) => entry.bookingId === bookingId);
      expect(ofIt.map((entry) => ({ ...entry, at: '' }))).toMatchObject([
        { kind: 'payment', method: 'cash', amount: 140 },
        { kind: 'payment', method: 'terminal', amount: 150 },
        { kind: 'refund', method: 'cash', amount: -140 },
      ]);
    });

    it('higher: either half alone leaves the other to do', async () => {
      const [refundId = ''] = (await money()).can?.payOut ?? [];
      await payOut(refundId);
      expect(await seen(desk)).toMatchObject({ paid: false, can: { takePayment: true } });
      expect(await seen(desk)).not.toHaveProperty('refundDue');
      expect((await payment(150)).status).toBe(200);

      await setPrice(16_000);
      expect((await move(patient, { price: 160, slot: NINE })).status).toBe(200);
      expect((await payment(160)).status).toBe(200);
      expect(await seen(desk)).toMatchObject({ paid: true, refundDue: true });
      const [owed = ''] = (await money()).can?.payOut ?? [];
      await payOut(owed);
      expect(await seen(desk)).toMatchObject({ paid: true });
    });

    it('higher: a refund that somebody else has given back meanwhile is not settled again with the new price', async () => {
      const { can } = await money();
      expect(can?.payOut).toHaveLength(1);
      await payOut(can?.payOut[0] ?? '');
      expect(await payment(150, { payOut: can?.payOut })).toMatchObject({
        status: 409,
        body: { code: 'REFUND_CHANGED', message: '$140.00 has been refunded already. Take the whole price.' },
      });
      expect(await money()).toMatchObject({ paid: false, payments: [{}], can: { take: true, payOut: [] } });
      expect((await payment(150)).status).toBe(200);
    });

    it('higher: a part of the old payment that is paid out does not make it pay again', async () => {
      await setPrice(14_000);
      const { body } = await desk.get(`/api/payments/booking/${bookingId}`);
      const [paymentId] = (body['payments'] as { _id: string }[]).map(({ _id }) => _id);
      await desk.post(`/api/payments/${paymentId}/correction`, { reason: 'Another patient.' });
      expect((await payment(150)).status).toBe(200);
      const [{ _id = '' } = {}] = ((await money()).payments ?? []) as { _id?: string }[];
      await admin.post(`/api/admin/payments/${_id}/refunds`, { amount: 40, reason: 'A good one.' });
      await setPrice(16_000);
      expect((await move(patient, { price: 160, slot: NINE })).status).toBe(200);
      for (const id of (await money()).can?.payOut ?? []) {
        await payOut(id);
        expect(await seen(desk)).toMatchObject({ paid: false });
      }
      expect(await money()).toMatchObject({ can: { take: true, payOut: [] } });
    });

    it('higher: the patient can pay the new price online, and need not by a deadline', async () => {
      expect(await seen()).not.toHaveProperty('payBy');
      await pay(150);
      expect(await seen(desk)).toMatchObject({ paid: true, refundDue: true });
    });

    it('free of charge: only the refund is due', async () => {
      await setPrice(0);
      expect((await move(patient, { price: 0, slot: NINE })).status).toBe(200);
      expect(await seen(desk)).toMatchObject({ paid: false, price: 0, refundDue: true, can: { takePayment: false } });
    });
  });

  it('lower, after it was paid at the clinic: it stays paid, and the difference is due there', async () => {
    await desk.post(`/api/appointments/${bookingId}/payments`, { method: 'cash', price: 140 });
    await setPrice(12_000);
    await move(patient, { price: 120 });
    expect(await seen(desk)).toMatchObject({ paid: true, price: 120, refundDue: true });
  });

  it('stays paid at the same price', async () => {
    const transactionId = await pay();
    await move(patient);
    expect(await refundedOf(transactionId)).toBe(0);
    expect(await seen()).toMatchObject({ paid: true, price: 140 });
  });

  it('must be the one that the patient saw', async () => {
    await setPrice(12_000);
    expect((await move(patient)).body).toMatchObject({ code: 'PRICE_CHANGED', price: 120, currency: 'USD' });
    expect((await move(patient, { price: 120 })).body).toMatchObject({ booking: { price: 120, paid: false } });
  });

  it('lower: the difference is refunded, and it stays paid', async () => {
    const transactionId = await pay();
    await setPrice(12_000);
    await move(patient, { price: 120, currency: 'USD' });
    expect(await refundedOf(transactionId)).toBe(2_000);
    expect(await seen()).toMatchObject({ paid: true, price: 120 });
  });

  it('higher: the payment is refunded, and the new price is to be paid', async () => {
    const transactionId = await pay();
    await setPrice(15_000);
    await move(patient, { price: 150 });
    expect(await refundedOf(transactionId)).toBe(14_000);
    expect(await seen()).toMatchObject({ paid: false, price: 150 });
    const second = await pay(150);
    expect(await refundedOf(second)).toBe(0);
    expect(await seen()).toMatchObject({ paid: true });
  });

  it.each([
    ['processed', CARDS.processing, false],
    ['checked', undefined, false],
    ['processed and an admin has requested the refund again', CARDS.processing, true],
    ['checked and an admin has requested the refund again', undefined, true],
  ])(
    'higher: the new payment counts if the refund of the old one fails while it is %s',
    async (_, card, isRequested) => {
      const { stripe, sslcommerz } = clinic.sandbox;
      const first = await pay();
      await setPrice(15_000);
      await move(patient, { price: 150 });
      expect(await refundedOf(first)).toBe(14_000);
      const newPrice = { price: 150, bookingId };
      const second = card && (await clinic.confirmedCard(patient, bookingId, { price: 150, card }));
      if (!second) {
        const { url } = (await patient.post('/api/order', newPrice)).body;
        sslcommerz.choose(new URL(String(url)).searchParams.get('SESSIONKEY') ?? '', 'pay-with-risk');
        await sslcommerz.settled();
      }
      stripe.changeRefund(stripe.refunds()[0]?.id ?? '', 'failed');
      await admin.post('/api/admin/payment-reconciliation', {});
      expect(await seen()).toMatchObject({ paid: true, earlierPayment: 'refund-failed' });
      const { payments } = (await patient.get(`/api/payments/booking/${bookingId}`)).body as {
        payments?: { _id: string; amount: number }[];
      };
      const idOf = (wanted: number) => payments?.find(({ amount }) => amount === wanted)?._id;
      if (isRequested) {
        stripe.startRefundsAs('pending');
        const again = { amount: 140, reason: 'The bank sent it back.' };
        expect(await admin.post(`/api/admin/payments/${idOf(140)}/refunds`, again)).toMatchObject({ status: 200 });
        stripe.startRefundsAs(undefined);
        expect(await seen()).toMatchObject({ paid: true, earlierPayment: 'being-refunded' });
      }
      if (second) {
        stripe.finishPayment(second, 'succeeded');
        await patient.post('/api/payments', { ...newPrice, transactionId: second, email: patient.email });
      } else {
        await admin.post(`/api/admin/payments/${idOf(150)}/approve`, { reason: 'Fine.' });
      }
      expect(await seen()).toMatchObject({ paid: true, price: 150 });
      expect(await seen()).not.toHaveProperty('earlierPayment');
      expect(await refundedOf(first)).toBe(14_000);
      if (second) expect(await refundedOf(second)).toBe(0);
    },
  );

  describe.each(['while it was pending', 'after it succeeded'] as const)('higher: a refund that fails %s', (when) => {
    const { stripe } = clinic.sandbox;
    let transactionId: string;
    let paymentId: string;
    const compare = () => admin.post('/api/admin/payment-reconciliation', {});
    const end = async (outcome: 'failed' | 'succeeded') => {
      await clinic.app.runJobs();
      expect(stripe.changeRefund(stripe.refunds()[0]?.id ?? '', outcome)).toBe(true);
      await compare();
    };
    const take = (price: number) => desk.post(`/api/appointments/${bookingId}/payments`, { method: 'cash', price });
    const refundAgain = () => admin.post(`/api/admin/payments/${paymentId}/refunds`, { reason: 'A second try.' });
    const listed = async () => {
      const { body } = await admin.get('/api/admin/payment-differences');
      return (body as unknown as { paymentId?: string }[]).filter((one) => one.paymentId === paymentId);
    };
    /** What the clinic has in the end: the old payment, and what was paid for the appointment later. */
    const kept = async () => {
      await clinic.app.runJobs();
      const { body } = await desk.get(`/api/payments/booking/${bookingId}`);
      const { payments } = body as { payments?: { amount: number; refunds: { state: string; amount: number }[] }[] };
      return payments?.map(({ amount, refunds }) =>
        refunds.reduce((rest, refund) => rest - (refund.state === 'succeeded' ? refund.amount : 0), amount),
      );
    };
    const failedState = { paid: true, price: 150, earlierPayment: 'refund-failed' };

    beforeEach(async () => {
      transactionId = await pay();
      const { body } = await patient.get(`/api/payments/booking/${bookingId}`);
      paymentId = (body as { payments?: { _id: string }[] }).payments?.[0]?._id ?? '';
      await setPrice(15_000);
      if (when === 'while it was pending') stripe.startRefundsAs('pending');
      await move(patient, { price: 150 });
      await clinic.app.runJobs();
      stripe.startRefundsAs(undefined);
      await end('failed');
    });

    it('is shown to all, and the desk can take the new price: the refund is requested again', async () => {
      expect(await seen()).toMatchObject(failedState);
      expect(await seen(desk)).toMatchObject({ ...failedState, can: { takePayment: true } });
      const on = encodeURIComponent(nextDate);
      expect((await desk.get(`/api/appointments?date=${on}&payment=unpaid`)).body).toContainEqual(
        expect.objectContaining({ _id: bookingId, earlierPayment: 'refund-failed' }),
      );
      expect((await patient.post('/api/create-payment-intent', { price: 150, bookingId })).body).toMatchObject({
        code: 'REFUND_FAILED',
      });
      expect(await listed()).toMatchObject([
        {
          message: expect.stringMatching(
            /did not refund \$140\.00.* moved to another price, so please refund it again\.$/,
          ),
        },
      ]);

      expect((await take(150)).body).toMatchObject({
        payments: {
          paid: true,
          payments: [
            { amount: 150, method: 'cash', state: 'paid' },
            { _id: paymentId, state: 'refunded' },
          ],
          can: { take: false },
        },
      });
      expect((await refundAgain()).body).toMatchObject({ code: 'MORE_THAN_LEFT' });
      expect(await kept()).toEqual([150, 0]);
      expect(await refundedOf(transactionId)).toBe(14_000);
      expect(await seen()).toMatchObject({ paid: true });
      expect(await seen()).not.toHaveProperty('earlierPayment');
      expect(await listed()).toEqual([]);
    });

    it('and fails again after the desk took the new price: an admin refunds it once more', async () => {
      stripe.startRefundsAs('pending');
      expect((await take(150)).status).toBe(200);
      await clinic.app.runJobs();
      stripe.startRefundsAs(undefined);
      await end('failed');
      expect(await kept()).toEqual([150, 140]);
      expect(await listed()).toHaveLength(1);
      expect(await seen(desk)).toMatchObject({ paid: true, can: { takePayment: false } });
      expect((await refundAgain()).status).toBe(200);
      expect(await kept()).toEqual([150, 0]);
      expect(await seen()).toMatchObject({ paid: true });
      expect(await listed()).toEqual([]);
    });

    it('and is made again by an admin: the patient can pay online or at the clinic', async () => {
      expect((await refundAgain()).status).toBe(200);
      expect(await refundedOf(transactionId)).toBe(14_000);
      expect(await seen()).toMatchObject({ paid: false, price: 150 });
      expect(await seen()).not.toHaveProperty('earlierPayment');
      await pay(150);
      expect(await seen()).toMatchObject({ paid: true });
      expect(await kept()).toEqual([150, 0]);
    });

    it('and is pending again: the desk can take the new price, once', async () => {
      stripe.startRefundsAs('pending');
      await refundAgain();
      stripe.startRefundsAs(undefined);
      expect(await seen()).toMatchObject({ paid: true, earlierPayment: 'being-refunded' });
      expect((await take(150)).status).toBe(200);
      expect((await take(150)).body).toMatchObject({ code: 'ALREADY_PAID' });
      await end('succeeded');
      expect(await kept()).toEqual([150, 0]);
      expect(await seen()).toMatchObject({ paid: true });
    });

    it('and is cancelled by the patient: what was paid is refunded, and nothing else is to pay', async () => {
      expect((await patient.post(`/api/bookings/${bookingId}/cancel`, {})).body).toMatchObject({
        refund: { amount: 140 },
      });
      expect(await kept()).toEqual([0]);
      expect((await take(150)).body).toMatchObject({ code: 'BOOKING_CANCELLED' });
      expect(await listed()).toEqual([]);
    });

    it('and is moved back to the old price: it is paid', async () => {
      await setPrice(14_000);
      expect((await move(patient, { appointmentDate: date, slot: NINE, price: 140 })).status).toBe(200);
      expect(await seen(desk)).toMatchObject({ paid: true, price: 140, can: { takePayment: false } });
      expect(await seen()).not.toHaveProperty('earlierPayment');
      expect(await kept()).toEqual([140]);
    });
  });

  it('lower: it stays paid if the refund of the difference fails', async () => {
    const transactionId = await pay();
    await setPrice(12_000);
    await move(patient, { price: 120 });
    expect(await refundedOf(transactionId)).toBe(2_000);
    const { stripe } = clinic.sandbox;
    expect(stripe.changeRefund(stripe.refunds()[0]?.id ?? '', 'failed')).toBe(true);
    await admin.post('/api/admin/payment-reconciliation', {});
    expect(await seen(desk)).toMatchObject({ paid: true, price: 120, can: { takePayment: false } });
    expect(await seen()).not.toHaveProperty('earlierPayment');
  });

  describe('is told in one email', () => {
    const { stripe } = clinic.sandbox;
    /** The emails that have left some minutes after the move. */
    const mailsIn = async (minutes: number) => {
      await clinic.app.runJobs();
      clinic.app.clock = new Date(Date.now() + minutes * 60_000);
      await clinic.app.deliverMail();
      const isReceipt = (subject: string) => subject.startsWith('Receipt');
      return clinic.app.mails.filter(({ to, subject }) => to === patient.email && !isReceipt(subject));
    };
    const atBooking = { payment: 'at-booking', payBy: new Date(), payWithinMinutes: 60 } as const;
    const seeAndPay = 'See and pay for your appointments';

    it.each([
      ['lower', 120, 'Refund: We refund $20.00.', /^(?!.*Payment:)/s],
      ['higher', 150, 'Refund: We refund $140.00.', /Payment: You can pay the new price online or at the clinic\./],
      ['free of charge', 0, 'Refund: We refund $140.00.', /^(?!.*Payment:)/s],
    ])('what is refunded online: %s', async (_, price, refund, payment) => {
      await pay();
      await mailsIn(0);
      await setPrice(price * 100);
      await move(patient, { price });
      const [, mail, ...others] = await mailsIn(5);
      expect(others).toEqual([]);
      expect(mail).toMatchObject({ subject: `Your appointment was moved to ${nextDate}` });
      expect(mail?.text).toContain(refund);
      expect(mail?.text).toMatch(payment);
      expect(mail?.text.includes(seeAndPay)).toBe(price === 150);
    });

    it('that the new price is to be paid at the clinic, where the old one is given back', async () => {
      await desk.post(`/api/appointments/${bookingId}/payments`, { method: 'cash', price: 140 });
      await mailsIn(0);
      await setPrice(15_000);
      await move(patient, { price: 150 });
      const [, mail, ...others] = await mailsIn(5);
      expect(others).toEqual([]);
      expect(mail?.text).toContain('Refund: You get back $140.00 at the clinic.');
      expect(mail?.text).toContain('Payment: You pay the new price at the clinic.');
      expect(mail?.text).not.toContain(seeAndPay);
    });

    it('until when the new price must be paid, if the old one is refunded within a minute', async () => {
      await pay();
      await mailsIn(0);
      await db.update(bookings).set(atBooking).where(eq(bookings.id, bookingId));
      await setPrice(15_000);
      await move(patient, { price: 150 });
      const [, mail, ...others] = await mailsIn(5);
      expect(others).toEqual([]);
      expect(mail?.text).toContain('Refund: We refund $140.00.');
      expect(mail?.text).toMatch(/Payment: Please pay by .*, or it will be cancelled\./);
      expect(mail?.text).toContain(seeAndPay);
    });

    it('that another one says so, if the refund takes longer', async () => {
      await pay();
      await mailsIn(0);
      await db.update(bookings).set(atBooking).where(eq(bookings.id, bookingId));
      await setPrice(15_000);
      stripe.startRefundsAs('pending');
      await move(patient, { price: 150 });
      expect(await mailsIn(0.5)).toHaveLength(1);
      stripe.startRefundsAs(undefined);
      const [, mail, ...others] = await mailsIn(5);
      expect(others).toEqual([]);
      expect(mail?.text).toContain(
        'Payment: You can pay the new price after that, or at the clinic. We will email you until when to pay.',
      );
      expect(mail?.text).not.toContain(seeAndPay);
      expect(stripe.changeRefund(stripe.refunds()[0]?.id ?? '', 'succeeded')).toBe(true);
      await admin.post('/api/admin/payment-reconciliation', {});
      const [, , due, ...more] = await mailsIn(10);
      expect(due).toMatchObject({ subject: 'Please pay for your appointment' });
      expect(more).toEqual([]);
    });

    it('about the refund alone, if it was cancelled before the email about the move left', async () => {
      await pay();
      await mailsIn(0);
      await setPrice(15_000);
      await move(patient, { price: 150 });
      await patient.post(`/api/bookings/${bookingId}/cancel`, {});
      const subjects = (await mailsIn(5)).map(({ subject }) => subject);
      expect(subjects.slice(1)).toEqual([expect.stringMatching(/was cancelled$/), 'Refund of $140.00']);
    });
  });

  it('in another currency: the same', async () => {
    const transactionId = await pay();
    await setPrice(14_000, 'EUR');
    expect((await move(patient)).body).toMatchObject({ code: 'PRICE_CHANGED', price: 140, currency: 'EUR' });
    await move(patient, { price: 140, currency: 'EUR' });
    expect(await refundedOf(transactionId)).toBe(14_000);
    expect(await seen()).toMatchObject({ paid: false, price: 140, currency: 'EUR' });
  });

  describe('that was paid online, and is disputed at the bank', () => {
    let transactionId: string;
    const compare = () => admin.post('/api/admin/payment-reconciliation', {});
    const end = async (outcome: 'won' | 'lost') => {
      const { stripe } = clinic.sandbox;
      const dispute = stripe.disputes().find((one) => one.payment_intent === transactionId);
      expect(stripe.changeDispute(dispute?.id ?? '', outcome)).toBe(true);
      await compare();
    };
    const moveTo = async (price: number) => {
      await setPrice(price * 100);
      expect((await move(patient, { price })).status).toBe(200);
    };

    beforeEach(async () => {
      transactionId = await pay(140, CARDS.disputed);
      await compare();
    });

    it.each([
      ['lower', 120, 2_000, true],
      ['higher', 150, 14_000, false],
    ])('%s: the refund is asked for once the clinic has won', async (_, price, refunded, paid) => {
      await moveTo(price);
      await clinic.app.runJobs();
      const { body } = await patient.get(`/api/payments/booking/${bookingId}`);
      expect(body).toMatchObject({ paid: true, price, payments: [{ disputed: true, refunds: [] }] });
      await clinic.app.deliverMail();
      const subjects = clinic.app.mails.flatMap(({ to, subject }) => (to === patient.email ? [subject] : []));
      expect(subjects).not.toContainEqual(expect.stringMatching(/^Refund/));

      await end('won');
      expect(await refundedOf(transactionId)).toBe(refunded);
      expect(await seen()).toMatchObject({ paid, price });
    });

    it('and moved back to its price: nothing is refunded', async () => {
      await moveTo(150);
      await setPrice(14_000);
      expect((await move(patient, { appointmentDate: date, slot: NINE, price: 140 })).status).toBe(200);
      await end('won');
      expect(await refundedOf(transactionId)).toBe(0);
      expect(await seen()).toMatchObject({ paid: true, price: 140 });
    });

    it('and lost: the present price can be paid at the clinic', async () => {
      await moveTo(150);
      await end('lost');
      expect(await refundedOf(transactionId)).toBe(0);
      expect(await seen(desk)).toMatchObject({ paid: false, price: 150, can: { takePayment: true } });
    });

    it('and won after the visit has begun: nobody has to pay a higher price', async () => {
      await moveTo(150);
      clinic.app.clock = new Date(String((await seen())['startsAt']));
      await end('won');
      expect(await refundedOf(transactionId)).toBe(0);
      expect(await seen()).toMatchObject({ paid: true, price: 150 });
    });
  });

  it('higher, while a part of what was paid online is disputed: once that is lost, the rest is to be refunded', async () => {
    const transactionId = await pay();
    const { stripe } = clinic.sandbox;
    const disputeId = stripe.openDispute(transactionId, { amount: 4_000 }) ?? '';
    const compare = () => admin.post('/api/admin/payment-reconciliation', {});
    await compare();
    await setPrice(15_000);
    expect((await move(patient, { price: 150 })).status).toBe(200);
    expect(stripe.changeDispute(disputeId, 'lost')).toBe(true);
    await compare();
    await clinic.app.runJobs();
    // A provider does not refund what was charged back: an admin has to settle it.
    expect((await admin.get('/api/admin/payment-differences')).body).toContainEqual(
      expect.objectContaining({
        transactionId,
        message: expect.stringMatching(/^The provider did not refund \$100\.00/),
      }),
    );
  });

  it('comes back in full as long as before, if staff move it to a sooner time; not if the patient does', async () => {
    const free = { freeCancellationHours: 24 * (day + 1) - 12 };
    const soon = dateIn(1);
    const sooner = { appointmentDate: soon, slot: NINE, optionId: otherOptionId };
    const refundIf = async () => (await patient.get(`/api/bookings/${bookingId}/cancellation`)).body['refund'];
    const { db } = clinic.app.database;
    await pay();
    bookingId = await booked(patient, { appointmentDate: dateIn(day + 2), slot: TEN });
    const transactionId = await pay();
    await db.update(bookings).set(free).where(eq(bookings.id, bookingId));
    expect((await move(desk, sooner)).status).toBe(200);
    const { freeUntil, startsAt } = await seen();
    expect(freeUntil).toBe(startsAt);
    expect(await refundIf()).toMatchObject({ amount: 140 });
    await patient.post(`/api/bookings/${bookingId}/cancel`, {});
    expect(await refundedOf(transactionId)).toBe(14_000);

    bookingId = await booked(patient, { appointmentDate: dateIn(day + 2), slot: TEN });
    await pay();
    await db.update(bookings).set(free).where(eq(bookings.id, bookingId));
    expect((await move(patient, sooner)).status).toBe(200);
    expect(await refundIf()).toMatchObject({ amount: 0 });
  });

  it('stays as agreed if staff move it', async () => {
    const transactionId = await pay();
    await setPrice(15_000);
    await move(desk);
    expect(await seen()).toMatchObject({ paid: true, price: 140 });
    expect(await refundedOf(transactionId)).toBe(0);
  });
});
