import { setTimeout as sleep } from 'node:timers/promises';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { slotLabel } from '@openhours/contract/slot-label.ts';
import { v7 as uuidv7 } from 'uuid';
import { createTestClient, type TestAnswer, type TestClient } from '../../testing/test-client.ts';
import type { chanceOf } from '../payments/plan.ts';
import type { FaultyClinic } from './clinic.ts';
import type { Acknowledged, Recorder } from './history.ts';

/** One patient who does everything that the product offers, at both nodes, and repeats what is not answered. */
export interface Customer {
  readonly client: TestClient;
  readonly number: number;
  readonly free: { readonly optionId: string; readonly treatment: string };
  readonly paid: { readonly optionId: string; readonly treatment: string };
  /** It has no hours, so that nobody on its waiting list is offered anything. */
  readonly full: { readonly optionId: string; readonly treatment: string };
  readonly conversationId: string;
}

export const PRICE = 140;
/** A part of it, so that more can be refunded. */
export const REFUNDED = 40.5;
/** After this, an answer is not waited for: it may still come, and the repetition meets it. */
const PATIENCE_MILLIS = 4_000;
/** No harm lasts nearly as long. */
const GIVES_UP_MILLIS = 60_000;
/** A payment that its patient did not report is settled by a webhook, or by the reconciliation a minute later. */
const SETTLES_MILLIS = 90_000;
const SLOTS_A_DAY = 16;

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly body?: Record<string, unknown>;
  readonly key?: string;
}

export function startWork(
  clinic: FaultyClinic,
  {
    admin,
    history,
    chance,
    isOver,
  }: { admin: TestClient; history: Recorder; chance: ReturnType<typeof chanceOf>; isOver: () => boolean },
) {
  let turn = 0;

  /** Repeats the request, at the other node, until there is an answer. */
  async function persistently(
    client: TestClient,
    { method = 'POST', path, body, key = uuidv7() }: Asked,
  ): Promise<TestAnswer> {
    const givesUpAt = Date.now() + GIVES_UP_MILLIS;
    for (;;) {
      const at = clinic.urls[(turn += 1) % clinic.urls.length] ?? '';
      const asking = client
        .request(method, path, { body, at, headers: { 'idempotency-key': key, origin: clinic.urls[0] ?? '' } })
        .catch(() => undefined);
      const answer = await Promise.race([asking, sleep(PATIENCE_MILLIS, undefined, { ref: false })]);
      if (answer?.status === 500) history.complain(`${method} ${path}: 500 ${JSON.stringify(answer.body)}`);
      if (answer && answer.status < 500) return answer;
      if (Date.now() > givesUpAt) {
        throw new Error(`No answer to ${method} ${path} for a minute, at last ${JSON.stringify(answer)}`);
      }
      history.repeat();
      await sleep(100);
    }
  }

  /** The same, for what must succeed; now and then it is sent again, and must have the same answer. */
  async function succeed(client: TestClient, asked: Asked): Promise<TestAnswer | undefined> {
    const request = { key: uuidv7(), ...asked };
    const answer = await persistently(client, request);
    if (answer.status !== 200) {
      history.complain(`${request.path} was refused: ${answer.status} ${JSON.stringify(answer.body)}`);
      return undefined;
    }
    if (chance.is(0.1)) {
      const again = await persistently(client, request);
      if (JSON.stringify(again.body) !== JSON.stringify(answer.body)) {
        history.complain(`${request.path} had two answers: ${JSON.stringify([answer.body, again.body])}`);
      }
    }
    return answer;
  }

  async function book(customer: Customer, { of, day }: { of: Customer['free']; day: number }) {
    const { client } = customer;
    const place = { day: dayAt(day), startMinute: 540 + 30 * Math.floor(chance.next() * 8) };
    const price = of === customer.paid ? PRICE : 0;
    const body = {
      ...slotAt(place),
      optionId: of.optionId,
      treatment: of.treatment,
      patient: client.name,
      email: client.email,
      price,
    };
    const answer = await succeed(client, { path: '/api/bookings', body });
    return answer && { id: String(answer.body['insertedId']), ...place };
  }

  /** Books, and may move and cancel. */
  async function appointment(customer: Customer, { day, must }: { day: number; must?: 'move' | 'cancel' }) {
    const booked = await book(customer, { of: customer.free, day });
    if (!booked) return;
    let now: Acknowledged = { what: 'book', ...booked };
    if (must === 'move' || chance.is(0.5)) {
      const place = { day: booked.day, startMinute: 540 + 30 * (8 + Math.floor(chance.next() * (SLOTS_A_DAY - 8))) };
      if (await succeed(customer.client, { path: `/api/bookings/${booked.id}/move`, body: slotAt(place) })) {
        now = { what: 'move', id: booked.id, ...place };
      }
    }
    const isCancelled = must === 'cancel' || (must === undefined && chance.is(0.3));
    if (isCancelled && (await succeed(customer.client, { path: `/api/bookings/${booked.id}/cancel`, body: {} }))) {
      now = { what: 'cancel', id: booked.id };
    }
    history.acknowledge(now);
  }

  /**
   * Books and pays: by card, on the hosted page, or both at once. With `must`, an admin waits until the payment is
   * settled, up to `SETTLES_MILLIS`, and refunds a part. Without it, now and then, if it is settled already.
   */
  async function payment(customer: Customer, { day, must }: { day: number; must?: 'refund' }): Promise<void> {
    const booked = await book(customer, { of: customer.paid, day });
    if (!booked) return;
    history.acknowledge({ what: 'book', ...booked });
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
    const reason = `A refund ${uuidv7()}`;
    const request = {
      path: `/api/admin/payments/${paymentId}/refunds`,
      body: { amount: REFUNDED, reason },
      key: uuidv7(),
    };
    // The second answer has the payment as it is then, so only the refund is the same.
    for (const answer of [await persistently(admin, request), await persistently(admin, request)]) {
      const id = String(answer.body['insertedId']);
      if (answer.status !== 200 || (history.reasons.get(reason) ?? id) !== id) {
        history.complain(`a refund was answered with ${answer.status} ${JSON.stringify(answer.body)}`);
        return;
      }
      history.reasons.set(reason, id);
    }
    history.acknowledge({ what: 'refund', id: history.reasons.get(reason) ?? '' });
  }

  /** The payment that pays for the booking, as soon as there is one. */
  async function paidBy(bookingId: string, millis: number): Promise<string | undefined> {
    const givesUpAt = Date.now() + millis;
    for (;;) {
      const { body } = await persistently(admin, { method: 'GET', path: `/api/admin/payments?search=${bookingId}` });
      const payments = body as unknown as readonly { _id: string; state: string }[];
      const paid = payments.find(({ state }) => state === 'paid');
      if (paid || Date.now() > givesUpAt) return paid?._id;
      await sleep(500);
    }
  }

  /** Joins a waiting list, and leaves it again if told so. */
  async function wait({ client, full }: Customer, { leaves }: { leaves: boolean }): Promise<void> {
    const { treatment, optionId } = full;
    const body = { treatment, optionId, from: dayAt(2), to: dayAt(300) };
    const joined = await succeed(client, { path: '/api/waiting-list', body });
    const id = (joined?.body['entry'] as { _id?: string } | undefined)?._id;
    if (id === undefined) return;
    history.acknowledge({ what: 'wait', id });
    if (!leaves || !(await succeed(client, { method: 'DELETE', path: `/api/waiting-list/${id}` }))) return;
    history.acknowledge({ what: 'leave', id });
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

  async function hold(customer: Customer, day: number): Promise<void> {
    const body = { ...slotAt({ day: dayAt(day), startMinute: 540 }), optionId: customer.free.optionId };
    const answer = await succeed(customer.client, { path: '/api/holds', body });
    if (answer) history.acknowledge({ what: 'hold', id: customer.client.email });
  }

  async function message({ client, conversationId }: Customer): Promise<void> {
    const id = uuidv7();
    const body = { conversationId, message: `Message ${id}`, senderEmail: client.email, _id: id };
    if (await succeed(client, { path: '/api/conversations/messages', body }))
      history.acknowledge({ what: 'message', id });
  }

  async function dependant({ client }: Customer): Promise<void> {
    const body = { name: 'Mia Example', dateOfBirth: '2018-05-04', relation: 'child' };
    const answer = await succeed(client, { path: '/api/me/dependants', body });
    const added = answer?.body['dependant'] as { _id?: string } | undefined;
    if (added?._id !== undefined) history.acknowledge({ what: 'dependant', id: added._id });
  }

  /** It has no key: repeated, it is refused, because there is an account. */
  async function signUp(): Promise<void> {
    const email = `new-${uuidv7()}@example.org`;
    const client = createTestClient(clinic.urls[0] ?? '');
    const body = { name: 'New Example', email, password: 'Correct1!' };
    const answer = await persistently(client, { path: '/api/auth/sign-up/email', body });
    if (answer.status === 200 || answer.status === 422) history.acknowledge({ what: 'sign-up', id: email });
    else history.complain(`a sign-up was refused: ${JSON.stringify(answer.body)}`);
  }

  /** First everything once, so that a slow machine leaves nothing out; then as chance has it until it is over. */
  async function work(customer: Customer): Promise<void> {
    let day = 1;
    let dependants = 0;
    await appointment(customer, { day: (day += 1), must: 'move' });
    await appointment(customer, { day: (day += 1), must: 'cancel' });
    await payment(customer, { day: (day += 1), must: 'refund' });
    await wait(customer, { leaves: true });
    await hold(customer, (day += 1));
    await dependant(customer);
    await signUp();
    while (!isOver()) {
      // Each day has one appointment of each kind per patient; days are not used twice.
      if (day < 340) await appointment(customer, { day: (day += 1) });
      if (day < 340 && chance.is(0.4)) await payment(customer, { day: (day += 1) });
      if (day < 340 && chance.is(0.3)) await hold(customer, (day += 1));
      await message(customer);
      if (chance.is(0.3) && (dependants += 1) < 15) await dependant(customer);
      if (chance.is(0.3)) await wait(customer, { leaves: true });
      if (chance.is(0.05)) await signUp();
      if (day >= 340) await sleep(100);
    }
    await wait(customer, { leaves: false });
  }

  return { work };
}

const dayAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const slotAt = ({ day, startMinute }: { day: string; startMinute: number }) => ({
  appointmentDate: mediumDateFromIso(day),
  slot: slotLabel({ startMinute, minutes: 30 }),
});
