import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import { listMessages } from './list-messages.ts';
import { presentMessage } from './presenter.ts';
import { sendAgain, sendAllAgain } from './send-again.ts';

/** The calls of `contract/messages.ts`. */
export function messagesApi() {
  const calls = implement(contract.messages).$context<CallContext>();
  return {
    list: calls.list.handler(async ({ context, input: { cursor, state, ...page } }) =>
      (await listMessages(context.db, { ...page, state, after: cursor })).map(presentMessage),
    ),

    retry: calls.retry.handler(async ({ context, input: { id }, errors }) => {
      const outcome = await sendAgain(context.db, { id, by: actorOf(context), now: context.now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true };
    }),

    retryAll: calls.retryAll.handler(async ({ context }) => {
      const queued = await sendAllAgain(context.db, { by: actorOf(context), now: context.now });
      return { acknowledged: true, queued };
    }),
  };
}
