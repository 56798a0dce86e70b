import { validate as isUuid } from 'uuid';
import type { Webhook } from '../../call/webhook.ts';
import type { Database } from '../../database/database.ts';
import type { TextReport, TextSender } from '../../providers/text-messages/port.ts';
import { unconfirmPhone } from '../identity/index.ts';
import { noteDelivery, settleReported } from './store.ts';

/** The address to which the provider of text messages reports their delivery. */
export function textReportWebhook({
  db,
  texts,
  now,
}: {
  db: Database;
  texts: Pick<TextSender, 'readReport'>;
  now: () => Date;
}): Webhook {
  return {
    path: '/twilio',
    mediaType: 'application/x-www-form-urlencoded',
    async handle({ body, headers, search }) {
      const report = texts.readReport({ search, body, signature: headers.get('x-twilio-signature') ?? '' });
      if (!report) return { kind: 'forbidden', message: 'The signature is missing or wrong.' };
      await takeReport(db, { report, now: now() });
      return { kind: 'taken' };
    },
  };
}

/**
 * Stores the outcome of a text message. Reports come twice, late and in any order: a message that was delivered stays
 * so. Any report but that of a failure also shows that the provider has a message whose try had no answer: it is not
 * repeated.
 */
async function takeReport(db: Database, { report, now }: { report: TextReport; now: Date }): Promise<void> {
  const { messageId: id, providerId, state, said, to, isUnsubscribed } = report;
  if (!isUuid(id)) return;
  if (state !== 'on-its-way') await noteDelivery(db, { id, providerId, delivery: state, said });
  if (state !== 'undelivered') await settleReported(db, { id, providerId, now });
  if (isUnsubscribed) await unconfirmPhone(db, to);
}
