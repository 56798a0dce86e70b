import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { queueMessage } from '../messages/index.ts';
import { confirmEmail } from './confirm-email.ts';

/** The calls of `contract/email-confirmation.ts`. */
export function emailConfirmationApi({ secret }: { secret: string }) {
  const calls = implement(contract.emailConfirmation).$context<CallContext>();
  return {
    send: calls.send.handler(async ({ context }) => {
      const { personId, emailVerified: isConfirmed } = callerOf(context);
      if (!isConfirmed) await queueMessage(context.db, { kind: 'confirm-address', personId, now: context.now });
      return { acknowledged: true, isConfirmed };
    }),

    confirm: calls.confirm.handler(async ({ context: { db, now }, input: { token }, errors }) => {
      const email = await confirmEmail(db, { token, secret, now });
      if (email === undefined) throw errors.LINK_INVALID();
      return { acknowledged: true, email };
    }),
  };
}
