import type { Hono } from 'hono';
import { controlApi, outageSetting, setting, step } from '../control-api.ts';
import { deliveryKinds } from '../deliveries.ts';
import { readWord } from '../read-fields.ts';
import type { SslcommerzControl } from './control.ts';

export function sslcommerzControlApi(control: SslcommerzControl): Hono {
  return controlApi('/sslcommerz', {
    choose: (fields) => {
      const choice = readWord(fields, 'choice', ['pay', 'pay-with-risk', 'fail', 'cancel', 'expire', 'leave']);
      const back = choice && control.choose(fields.get('sessionKey') ?? '', choice);
      return back ?? 'There is no such open session, or no such choice.';
    },
    'pay-again': (fields) => control.payAgain(fields.get('sessionKey') ?? '') ?? 'There is no such paid session.',
    delivery: setting(deliveryKinds, (delivery) => control.deliverIpn(delivery)),
    'send-ipn-now': async (fields) => ({
      attempts: await control.sendIpnNow(fields.get('transactionId') || undefined),
    }),
    outage: outageSetting((outage) => control.outage(outage)),
    'next-bank-reference': (fields) => {
      control.nextBankReference(fields.get('reference') || undefined);
      return {};
    },
    refunds: setting(['at-once', 'processing'], ({ how }) => control.takeTimeForRefunds(how)),
    'change-refund': step(['refunded', 'cancelled'], (id, status) => control.changeRefund(id, status)),
  });
}
