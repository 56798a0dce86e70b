import { Stripe } from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callControl } from '../../testing/call-control.ts';
import { type Sandbox, startSandbox } from '../index.ts';
import type { RefundStatus } from './objects.ts';

/** Refunds and disputes, as the official SDK reads them. */
let sandbox: Sandbox;
let stripe: Stripe;
beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, production: false, stripe: { processingMs: 40 } });
  const { port } = new URL(sandbox.url);
  stripe = new Stripe(sandbox.stripe.secretKey, { host: '127.0.0.1', port, protocol: 'http', maxNetworkRetries: 0 });
});
afterEach(() => sandbox.stop());

const pay = (payment_method = 'pm_card_visa') =>
  stripe.paymentIntents.create({ amount: 5000, currency: 'usd', confirm: true, payment_method });
const chargeOf = async (payment_intent: string) => (await stripe.charges.list({ payment_intent })).data[0];
const eventsSince = async (count: number) => {
  const { data } = await stripe.events.list({ limit: 100 });
  return data.slice(0, data.length - count).toReversed();
};
const countEvents = () => sandbox.stripe.events().length;

describe('a refund', () => {
  it('that succeeded can fail later: events contain the change, and the clinic has the money again', async () => {
    const { id } = await pay();
    const refund = await stripe.refunds.create({ payment_intent: id, amount: 2000 });
    expect(refund.status).toBe('succeeded');
    const before = countEvents();
    expect(sandbox.stripe.changeRefund(refund.id, 'failed')).toBe(true);
    const failed = await stripe.refunds.retrieve(refund.id, { expand: ['failure_balance_transaction'] });
    expect(failed).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      failure_balance_transaction: { amount: 2000, type: 'refund_failure', source: refund.id },
    });
    expect(await chargeOf(id)).toMatchObject({ amount_refunded: 0, refunded: false });
    const events = await eventsSince(before);
    expect(events.map(({ type }) => type)).toEqual(['refund.updated', 'charge.refund.updated', 'refund.failed']);
    for (const { data } of events) {
      expect(data).toMatchObject({
        object: { id: refund.id, status: 'failed' },
        previous_attributes: { status: 'succeeded', failure_reason: null, failure_balance_transaction: null },
      });
    }
    expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(5000);
  });

  it.each([
    ['4000 0000 0000 5126', 'pm_card_refundFail', 'succeeded', 'failed'],
    ['4000 0000 0000 7726', 'pm_card_pendingRefund', 'pending', 'succeeded'],
  ])('of card %s (%s) is first %s and then %s', async (_number, method, first, last) => {
    const { id } = await pay(method);
    const refund = await stripe.refunds.create({ payment_intent: id });
    expect(refund.status).toBe(first);
    await expect.poll(async () => (await stripe.refunds.retrieve(refund.id)).status).toBe(last);
  });

  const states: RefundStatus[] = ['pending', 'requires_action', 'succeeded', 'failed', 'canceled'];
  const allowed: Record<RefundStatus, RefundStatus[]> = {
    pending: ['requires_action', 'succeeded', 'failed', 'canceled'],
    requires_action: ['pending', 'succeeded', 'failed', 'canceled'],
    succeeded: ['failed'],
    failed: [],
    canceled: [],
  };
  it("has exactly Stripe's transitions, and the charge always has the refunded amount", async () => {
    const refundIn = async (state: RefundStatus) => {
      sandbox.stripe.startRefundsAs('pending');
      const { id } = await pay();
      const refund = await stripe.refunds.create({ payment_intent: id });
      if (state !== 'pending') sandbox.stripe.changeRefund(refund.id, state);
      return { payment: id, id: refund.id };
    };
    for (const from of states) {
      for (const to of states) {
        const { id, payment } = await refundIn(from);
        expect([from, to, sandbox.stripe.changeRefund(id, to)]).toEqual([from, to, allowed[from].includes(to)]);
        const { status } = await stripe.refunds.retrieve(id);
        const isGone = status === 'failed' || status === 'canceled';
        expect(await chargeOf(payment)).toMatchObject({ amount_refunded: isGone ? 0 : 5000, refunded: !isGone });
      }
    }
  });

  it('that waits for the payer says so, and only such a refund can be cancelled through the API', async () => {
    sandbox.stripe.startRefundsAs('requires_action');
    const { id } = await pay();
    const refund = await stripe.refunds.create({ payment_intent: id });
    expect(refund).toMatchObject({ status: 'requires_action', next_action: { type: 'display_details' } });
    const canceled = await stripe.refunds.cancel(refund.id);
    expect(canceled).toMatchObject({ status: 'canceled', failure_reason: 'merchant_request' });
    expect(canceled.next_action).toBeUndefined();
    await expect(stripe.refunds.cancel(refund.id)).rejects.toMatchObject({ statusCode: 400 });
    sandbox.stripe.startRefundsAs(undefined);
    expect((await stripe.refunds.create({ payment_intent: id })).status).toBe('succeeded');
  });
});

describe('a dispute', () => {
  const disputeOf = async (payment_intent: string) => (await stripe.disputes.list({ payment_intent })).data[0];
  const typesSince = async (count: number) => (await eventsSince(count)).map(({ type }) => type);

  it('withdraws the amount and a fee at once, blocks refunds, and returns the amount when it is won', async () => {
    const { id } = await pay('pm_card_createDispute');
    const dispute = await disputeOf(id);
    expect(dispute).toMatchObject({
      status: 'needs_response',
      reason: 'fraudulent',
      payment_intent: id,
      is_charge_refundable: false,
      balance_transactions: [{ amount: -5000, fee: 1500, net: -6500, reporting_category: 'dispute' }],
    });
    expect(await chargeOf(id)).toMatchObject({ disputed: true, paid: true });
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_disputed' });

    const before = countEvents();
    expect(sandbox.stripe.changeDispute(dispute?.id ?? '', 'under_review')).toBe(true);
    expect(sandbox.stripe.changeDispute(dispute?.id ?? '', 'won')).toBe(true);
    expect(await typesSince(before)).toEqual([
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
    const [updated, closed] = await eventsSince(before);
    expect(updated?.data.previous_attributes).toEqual({ status: 'needs_response' });
    expect(closed?.data.previous_attributes).toMatchObject({ status: 'under_review' });
    expect(await disputeOf(id)).toMatchObject({ status: 'won', balance_transactions: [{}, { amount: 5000, fee: 0 }] });
    expect((await stripe.refunds.create({ payment_intent: id })).status).toBe('succeeded');
  });

  it('that is lost stays lost, unless an appeal is won', async () => {
    const { id } = await pay('pm_card_createDispute');
    const { id: dispute = '' } = (await disputeOf(id)) ?? {};
    expect(sandbox.stripe.changeDispute(dispute, 'lost')).toBe(true);
    expect(sandbox.stripe.changeDispute(dispute, 'won')).toBe(false);
    expect(sandbox.stripe.changeDispute(dispute, 'appeal_needs_response')).toBe(true);
    expect(sandbox.stripe.changeDispute(dispute, 'appeal_under_review')).toBe(true);
    expect(sandbox.stripe.changeDispute(dispute, 'won')).toBe(true);
    expect(sandbox.stripe.changeDispute(dispute, 'lost')).toBe(false);
  });

  it('can be opened late, after a refund, and once per payment', async () => {
    const { id } = await pay();
    await stripe.refunds.create({ payment_intent: id, amount: 1000 });
    const before = countEvents();
    const dispute = sandbox.stripe.openDispute(id);
    expect(dispute).toMatch(/^du_/);
    expect(await typesSince(before)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
    expect(sandbox.stripe.openDispute(id)).toBeUndefined();
    expect(sandbox.stripe.openDispute('pi_none')).toBeUndefined();
    const open = await stripe.paymentIntents.create({ amount: 5000, currency: 'usd' });
    expect(sandbox.stripe.openDispute(open.id)).toBeUndefined();
  });

  it('that is an inquiry moves no money until it becomes a dispute', async () => {
    const [{ id: asked }, { id: closed }] = [await pay(), await pay()];
    const inquiry = sandbox.stripe.openDispute(asked, { status: 'warning_needs_response' }) ?? '';
    expect(await disputeOf(asked)).toMatchObject({ is_charge_refundable: true, balance_transactions: [] });
    expect(await chargeOf(asked)).toMatchObject({ disputed: false });
    const before = countEvents();
    expect(sandbox.stripe.changeDispute(inquiry, 'needs_response')).toBe(true);
    expect(await typesSince(before)).toEqual(['charge.dispute.updated', 'charge.dispute.funds_withdrawn']);
    expect(await chargeOf(asked)).toMatchObject({ disputed: true });
    const other = sandbox.stripe.openDispute(closed, { status: 'warning_needs_response' }) ?? '';
    expect(sandbox.stripe.changeDispute(other, 'warning_closed')).toBe(true);
    expect((await stripe.refunds.create({ payment_intent: closed })).status).toBe('succeeded');
  });
});

describe('the control interface', () => {
  const control = (what: string, body: object) => callControl(`${sandbox.url}/stripe`, what, body);

  it('changes refunds and disputes from another process, and the page has a button for each transition', async () => {
    const { id } = await pay();
    expect((await control('refunds-start', { how: 'pending' })).status).toBe(200);
    expect((await control('refunds-start', { how: 'sideways' })).status).toBe(400);
    const refund = await stripe.refunds.create({ payment_intent: id, amount: 100 });
    expect((await control('change-refund', { id: refund.id, status: 'succeeded' })).status).toBe(200);
    expect((await control('change-refund', { id: refund.id, status: 'pending' })).status).toBe(400);
    const dispute = await control('open-dispute', { id });
    expect((await control('open-dispute', { id })).status).toBe(400);
    const page = async () => (await fetch(`${sandbox.url}/stripe`)).text();
    expect(await page()).toContain('<button name="status" value="failed" class="">Let it fail</button>');
    expect(await page()).toContain('<button name="status" value="lost" class="plain">The payer is right</button>');
    expect((await control('change-dispute', { id: dispute.body['id'], status: 'lost' })).status).toBe(200);
    expect((await control('change-dispute', { id: dispute.body['id'], status: 'won' })).status).toBe(400);
    expect(await page()).not.toContain('The payer is right');
  });
});
