import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import { decideReport } from './decide-report.ts';
import { presentReport } from './presenter.ts';
import { reportMessage, reportPost } from './report.ts';
import { listReports } from './store.ts';

/** The calls of `contract/moderation.ts`. */
export function moderationApi() {
  const calls = implement(contract.moderation).$context<CallContext>();
  return {
    reportPost: calls.reportPost.handler(async ({ context, input: { postId, reason }, errors }) => {
      const wanted = { postId, reporter: callerOf(context), reason, now: context.now };
      const outcome = await reportPost(context.db, wanted);
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true };
    }),

    reportMessage: calls.reportMessage.handler(async ({ context, input: { messageId, reason }, errors }) => {
      const wanted = { messageId, reporter: callerOf(context), reason, now: context.now };
      const outcome = await reportMessage(context.db, wanted);
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true };
    }),

    list: calls.list.handler(async ({ context, input: { state, limit, cursor } }) =>
      (await listReports(context.db, { state, limit, after: cursor })).map(presentReport),
    ),

    decide: calls.decide.handler(async ({ context, input: { reportId, hidden }, errors }) => {
      const decision = { reportId, hidden, by: actorOf(context), now: context.now };
      const outcome = await decideReport(context.db, decision);
      if (outcome === 'not-found') throw errors.NOT_FOUND();
      return { acknowledged: true, hidden, ...outcome };
    }),
  };
}
