import type { Hono } from 'hono';
import { controlApi, outageSetting, setting } from '../control-api.ts';
import { deliveryKinds } from '../deliveries.ts';
import { readWord } from '../read-fields.ts';
import { outcomes, type TwilioControl } from './control.ts';

export function twilioControlApi(control: TwilioControl): Hono {
  return controlApi('/twilio', {
    outcome: setting(outcomes, ({ how }) => control.choose(how)),
    reports: setting(deliveryKinds, (delivery) => control.deliverReports(delivery)),
    'send-reports-now': async (fields) => ({ attempts: await control.sendReportsNow(fields.get('sid') || undefined) }),
    answer: (fields) => {
      const word = readWord(fields, 'word', ['STOP', 'START']);
      const number = fields.get('number');
      if (!word || !number) return 'word must be STOP or START, and number a telephone.';
      control.answer(number, word);
      return {};
    },
    outage: outageSetting((outage) => control.outage(outage)),
  });
}
