import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import { presentMessage } from './presenter.ts';
import { sendAgain, sendAllAgain } from './send-again.ts';
import { listMessages } from './store.ts';

/** The calls of `contract/messages.ts`. */
export function messagesApi() {
  const calls = implement(contract.messages).$context<CallContext>();
  return {
    list: calls.list.handler(async ({ context, input: { state, limit, cursor } }) =>
      (await listMessages(context.db, { state, limit, after: cursor })).map(presentMessage),
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
