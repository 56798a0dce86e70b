import { contract } from '@openhours/contract';
import type { TopicChoice } from '@openhours/contract/message-choices.ts';
import {
  CHANNELS,
  isSentBy,
  MESSAGE_TOPICS,
  type MessageTopic,
  PATIENT_TOPICS,
} from '@openhours/contract/message-topics.ts';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { type Caller, isStaff } from '../../call/caller.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { actorOf, recordAudit } from '../audit/index.ts';
import { mayText } from '../identity/index.ts';
import { type Choice, listChoicesOf, listChoicesOfClinic, saveChoice, saveChoiceOfClinic } from './choice-store.ts';
import { isChosen } from './choices.ts';
import { unsubscribe } from './unsubscribe.ts';

/** The calls of `contract/message-choices.ts`. */
export function messageChoicesApi({ secret, sendsTexts }: { secret: string; sendsTexts: boolean }) {
  const calls = implement(contract.messageChoices).$context<CallContext>();
  return {
    mine: calls.mine.handler(async ({ context }) => {
      const caller = callerOf(context);
      const own = await listChoicesOf(context.db, caller.personId);
      const clinic = await listChoicesOfClinic(context.db);
      return {
        channels: sendsTexts && (await mayText(context.db, caller.personId)) ? [...CHANNELS] : ['email'],
        topics: topicsOf(caller).map((topic) => present(topic, { own, clinic })),
      };
    }),

    choose: calls.choose.handler(async ({ context, input: { topic, channel, on: isOn }, errors }) => {
      const caller = callerOf(context);
      if (!topicsOf(caller).includes(topic) || !isSentBy(topic, channel)) throw errors.NOT_FOUND();
      await saveChoice(context.db, { personId: caller.personId, topic, channel, isOn });
      return { acknowledged: true };
    }),

    unsubscribe: calls.unsubscribe.handler(async ({ context: { db }, input: { token }, errors }) => {
      const topic = await unsubscribe(db, { token, secret });
      if (topic === undefined) throw errors.LINK_INVALID();
      return { acknowledged: true, topic };
    }),

    ofClinic: calls.ofClinic.handler(async ({ context }) => {
      const clinic = await listChoicesOfClinic(context.db);
      return MESSAGE_TOPICS.map((topic) => present(topic, { own: [], clinic }));
    }),

    chooseForClinic: calls.chooseForClinic.handler(async ({ context, input: { topic, channel, on: isOn }, errors }) => {
      if (!isSentBy(topic, channel)) throw errors.NOT_FOUND();
      await inTransaction(context.db, async (tx) => {
        await saveChoiceOfClinic(tx, { topic, channel, isOn });
        const detail = `At first, ${topic} by ${channel} is ${isOn ? 'on' : 'off'}.`;
        const { now } = context;
        await recordAudit(tx, { by: actorOf(context), what: 'change-messages', outcome: 'done', detail, now });
      });
      return { acknowledged: true };
    }),
  };
}

function topicsOf(caller: Caller): readonly MessageTopic[] {
  return isStaff(caller) ? MESSAGE_TOPICS : PATIENT_TOPICS;
}

function present(topic: MessageTopic, choices: { own: readonly Choice[]; clinic: readonly Choice[] }): TopicChoice {
  return {
    topic,
    email: isChosen({ topic, channel: 'email' }, choices),
    ...(isSentBy(topic, 'text') && { text: isChosen({ topic, channel: 'text' }, choices) }),
  };
}
