import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { visitToken } from '../../src/features/booking/visit-links.ts';
import type { Chance } from '../../testing/random.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { startAccounts } from './accounts.ts';
import type { FaultyClinic } from './clinic.ts';
import type { Recorder } from './history.ts';
import { type AppointmentState, shown } from './kinds.ts';
import { dayAt, slotAt } from './places.ts';
import type { Requests } from './requests.ts';

export interface Bookable {
  readonly optionId: string;
  readonly treatment: string;
}

/** One patient who does everything that patients can, at both nodes, and repeats what is not answered. */
export interface Customer {
  readonly client: TestClient;
  readonly free: Bookable;
  readonly paid: Bookable;
  /** It has no hours, so that nobody on its waiting list is offered anything. */
  readonly full: Bookable;
  readonly conversationId: string;
}

/** How long people think between two things, on average: without it, four of them keep two cores busy. */
export const THINKS_MILLIS = 150;

export const PRICE = 140;
/** A part of it, so that more can be refunded. */
export const REFUNDED = 40.5;
/** A payment that its patient did not report is settled by a webhook, or by the reconciliation a minute later. */
const SETTLES_MILLIS = 90_000;
const SLOTS_A_DAY = 16;
/** So many patients also open an account with a second factor, which takes long. */
const PROTECTED = 2;

export function startWork(
  clinic: FaultyClinic,
  {
    admin,
    history,
    requests,
    chance,
    isOver,
  }: {
    admin: TestClient;
    history: Recorder;
    requests: Requests;
    chance: Chance;
    isOver: () => boolean;
  },
) {
  const { persistently, done } = requests;
  const { account, protectedAccount } = startAccounts(clinic, { history, requests });

  async function book(customer: Customer, { of, day }: { of: Customer['free']; day: number }) {
    const { client } = customer;
    const place = { day: dayAt(day), startMinute: 540 + 30 * Math.floor(chance.next() * 8) };
    const price = of === customer.paid ? PRICE : 0;
    const body = {
      ...slotAt(place),
      ...of,
      patient: client.name,
      email: client.email,
      price,
    };
    const first = { state: 'booked', version: 1, ...place };
    const booked = await done('book', client, { path: '/api/bookings', body }, { as: shown(first) });
    return booked && { id: booked.id, ...first };
  }

  /** Books, and may confirm, move and cancel: signed in, or with the link in the emails about it. */
  async function appointment(customer: Customer, { day, must }: { day: number; must?: 'move' | 'cancel' }) {
    const { client } = customer;
    const booked = await book(customer, { of: customer.free, day });
    if (!booked) return;
    const { id, ...first } = booked;
    let now: AppointmentState = first;
    const token = must !== undefined || chance.is(0.3) ? await linkTo(id) : undefined;
    const change = async (what: 'confirm' | 'move' | 'cancel', to: AppointmentState, body: Record<string, unknown>) => {
      const asked =
        token === undefined
          ? { path: `/api/bookings/${id}/${what}`, body }
          : { path: `/api/visit/${what}`, body: { ...body, token } };
      if (await done(what, client, asked, { id, as: shown(to) })) now = to;
    };
    if (token !== undefined) await change('confirm', { ...now, isConfirmed: true }, {});
    if (must === 'move' || chance.is(0.5)) {
      const place = { day: first.day, startMinute: 540 + 30 * (8 + Math.floor(chance.next() * (SLOTS_A_DAY - 8))) };
      await change('move', { ...now, ...place, version: now.version + 1, isConfirmed: false }, slotAt(place));
    }
    if (must === 'cancel' || (must === undefined && chance.is(0.3))) {
      await change('cancel', { ...now, state: 'cancelled', version: now.version + 1 }, {});
    }
  }

  /** The token of the link in the emails about an appointment. */
  async function linkTo(bookingId: string): Promise<string> {
    const query = `select patient_id as "patientId", link_key as "linkKey", p.email
      from bookings b join people p on p.id = patient_id where b.id = $1`;
    const row = await requests.read<{ patientId: string; linkKey: string; email: string }>(query, [bookingId]);
    return visitToken({ id: bookingId, ...row }, { email: row.email, secret: clinic.secret });
  }

  /**
   * Books and pays: by card, on the hosted page, or both at once. With `must`, an admin waits until the payment is
   * settled, up to `SETTLES_MILLIS`, and refunds a part. Without it, now and then, if it is settled already.
   */
  async function payment(customer: Customer, { day, must }: { day: number; must?: 'refund' }): Promise<void> {
    const booked = await book(customer, { of: customer.paid, day });
    if (!booked) return;
    const ways = chance.pick([[payByCard], [payOnPage], [payByCard, payOnPage]]);
    const results = await Promise.all(ways.map((pay) => pay(customer.client, booked.id)));
    if (!results.some((result) => result === 'paid')) return;
    history.acknowledge({ what: 'payment', id: booked.id });
    if (must === 'refund') await refund(booked.id, SETTLES_MILLIS);
    else if (chance.is(0.5)) await refund(booked.id, 0);
  }

  async function refund(bookingId: string, millis: number): Promise<void> {
    const paymentId = await paidBy(bookingId, millis);
    if (paymentId === undefined) return;
    const request = {
      path: `/api/admin/payments/${paymentId}/refunds`,
      body: { amount: REFUNDED, reason: 'A discount' },
      key: uuidv7(),
    };
    let refundId: string | undefined;
    // The second answer has the payment as it is then, so only the refund is the same.
    for (const answer of [await persistently(admin, request), await persistently(admin, request)]) {
      const id = String(answer.body['insertedId']);
      if (answer.status !== 200 || (refundId ?? id) !== id) {
        history.complain(`a refund was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
        return;
      }
      refundId = id;
    }
    if (refundId !== undefined) history.acknowledge({ what: 'refund', id: refundId });
  }

  /** The payment that pays for the booking, as soon as there is one. */
  async function paidBy(bookingId: string, millis: number): Promise<string | undefined> {
    const givesUpAt = Date.now() + millis;
    for (;;) {
      const { body } = await persistently(admin, { method: 'GET', path: `/api/admin/payments?search=${bookingId}` });
      const payments = body as unknown as readonly { _id: string; state: string }[];
      const paid = payments.find(({ state }) => state === 'paid');
      if (paid || Date.now() > givesUpAt) return paid?._id;
      // Otherwise the nodes ask every minute.
      await persistently(admin, { path: '/api/admin/payment-reconciliation', body: {} });
      await sleep(500);
    }
  }

  /** Joins a waiting list, and leaves it again if told so. */
  async function wait({ client, full }: Customer, { leaves }: { leaves: boolean }): Promise<void> {
    const body = { ...full, from: dayAt(2), to: dayAt(300) };
    const joined = await done('wait', client, { path: '/api/waiting-list', body });
    if (!joined || !leaves) return;
    const { id } = joined;
    await done('leave', client, { method: 'DELETE', path: `/api/waiting-list/${id}` }, { id, as: 'left' });
  }

  /** Every third patient closes the browser before it tells the clinic. */
  async function payByCard(client: TestClient, bookingId: string): Promise<'paid' | undefined> {
    const request = { price: PRICE, bookingId };
    const prepared = await persistently(client, { path: '/api/create-payment-intent', body: request });
    // The booking was paid for on the page meanwhile.
    if (prepared.status === 409) return undefined;
    const secret = String(prepared.body['clientSecret']);
    const transactionId = secret.split('_secret_')[0] ?? '';
    const confirmed = await fetch(`${clinic.sandbox.url}/v1/payment_intents/${transactionId}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({
        key: clinic.sandbox.stripe.publishableKey,
        client_secret: secret,
        payment_method: 'pm_card_visa',
      }),
    });
    // The clinic closes it as soon as it hears of a payment on the page.
    if (!confirmed.ok) return undefined;
    if (chance.is(1 / 3)) return 'paid';
    await persistently(client, { path: '/api/payments', body: { ...request, transactionId, email: client.email } });
    return 'paid';
  }

  /** The same: every third patient does not come back from the page. */
  async function payOnPage(client: TestClient, bookingId: string): Promise<'paid' | undefined> {
    const opened = await persistently(client, { path: '/api/order', body: { price: PRICE, bookingId } });
    if (opened.status === 409) return undefined;
    const page = new URL(String(opened.body['url'])).searchParams.get('SESSIONKEY') ?? '';
    history.pages.set(page, bookingId);
    const back = clinic.sandbox.sslcommerz.choose(page, 'pay');
    if (!back) return undefined;
    if (chance.is(1 / 3)) return 'paid';
    const body = new URLSearchParams(back.fields);
    const headers = { origin: clinic.sandbox.url };
    await fetch(back.url, { method: 'POST', redirect: 'manual', headers, body }).catch(() => undefined);
    return 'paid';
  }

  async function hold({ client, free }: Customer, day: number): Promise<void> {
    const body = { ...slotAt({ day: dayAt(day), startMinute: 540 }), optionId: free.optionId };
    await done('hold', client, { path: '/api/holds', body }, { id: client.email });
  }

  async function message({ client, conversationId }: Customer): Promise<void> {
    const id = uuidv7();
    const body = { conversationId, message: `Message ${id}`, senderEmail: client.email, _id: id };
    await done('message', client, { path: '/api/conversations/messages', body }, { id });
  }

  async function dependant({ client }: Customer): Promise<void> {
    const body = { name: 'Mia Example', dateOfBirth: '2018-05-04', relation: 'child' };
    await done('dependant', client, { path: '/api/me/dependants', body });
  }

  /** First everything once, so that a slow machine leaves nothing out; then as chance has it until it is over. */
  async function work(customer: Customer, number: number): Promise<void> {
    let day = 1;
    let dependants = 0;
    await appointment(customer, { day: (day += 1), must: 'move' });
    await appointment(customer, { day: (day += 1), must: 'cancel' });
    await payment(customer, { day: (day += 1), must: 'refund' });
    await wait(customer, { leaves: true });
    await hold(customer, (day += 1));
    await dependant(customer);
    await account({ closes: true });
    if (number < PROTECTED) await protectedAccount();
    while (!isOver()) {
      // Each day has one appointment of each kind per patient; days are not used twice.
      if (day < 340) await appointment(customer, { day: (day += 1) });
      if (day < 340 && chance.is(0.4)) await payment(customer, { day: (day += 1) });
      if (day < 340 && chance.is(0.3)) await hold(customer, (day += 1));
      await message(customer);
      await sleep(chance.next() * 2 * THINKS_MILLIS);
      if (chance.is(0.3) && (dependants += 1) < 15) await dependant(customer);
      if (chance.is(0.3)) await wait(customer, { leaves: true });
      if (chance.is(0.05)) await account({ closes: chance.is(0.5) });
      if (chance.is(0.05)) await protectedAccount();
      if (day >= 340) await sleep(100);
    }
    await wait(customer, { leaves: false });
  }

  return { work };
}
