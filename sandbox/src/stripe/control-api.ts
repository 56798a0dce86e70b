import type { Hono } from 'hono';
import { controlApi, outageSetting, setting, step } from '../control-api.ts';
import { deliveryKinds } from '../deliveries.ts';
import { readWord } from '../read-fields.ts';
import type { RefundStart, StripeControl } from './control.ts';
import { disputeStates } from './disputes.ts';
import { refundStates } from './refunds.ts';

export function stripeControlApi(control: StripeControl): Hono {
  return controlApi('/stripe', {
    webhook: (fields) => {
      try {
        control.sendWebhooksTo(fields.get('url') || undefined);
        return {};
      } catch (error) {
        return error instanceof Error ? error.message : 'Not an address.';
      }
    },
    delivery: setting(deliveryKinds, (delivery) => control.deliver(delivery)),
    'deliver-now': async (fields) => ({ attempts: await control.deliverNow(fields.get('eventId') || undefined) }),
    outage: outageSetting((outage) => control.outage(outage)),
    'finish-payment': step(['succeeded', 'failed'], (id, outcome) => control.finishPayment(id, outcome)),
    'refunds-start': setting(['by-card', ...refundStarts], ({ how }) =>
      control.startRefundsAs(how === 'by-card' ? undefined : how),
    ),
    'change-refund': step(refundStates, (id, status) => control.changeRefund(id, status)),
    'open-dispute': (fields) => {
      const status = readWord(fields, 'status', ['needs_response', 'warning_needs_response']);
      const id = control.openDispute(fields.get('id') ?? '', { status });
      return id ? { id } : 'This payment is not paid, or is disputed already.';
    },
    'change-dispute': step(disputeStates, (id, status) => control.changeDispute(id, status)),
  });
}

export const refundStarts: readonly RefundStart[] = ['succeeded', 'pending', 'requires_action'];
