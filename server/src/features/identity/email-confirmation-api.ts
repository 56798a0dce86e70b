import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { attemptAccountMail } from '../../call/account-mail.ts';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import type { Limits } from '../../call/limits.ts';
import { RefusedByLimit } from '../../call/problems.ts';
import { queueMessage } from '../messages/index.ts';
import { askPassword } from './ask-password.ts';
import { changeEmail, isOfNewAddress, type SetEmailOfBookings } from './change-email.ts';
import { hasPassword } from './check-password.ts';
import { confirmEmail, type ShownBy } from './confirm-email.ts';

/** The calls of `contract/email-confirmation.ts`. */
export function emailConfirmationApi({
  limits,
  secret,
  setEmailOfBookings,
}: {
  limits: Limits;
  secret: string;
  setEmailOfBookings: SetEmailOfBookings;
}) {
  const calls = implement(contract.emailConfirmation).$context<CallContext>();
  return {
    send: calls.send.handler(async ({ context }) => {
      const { personId, email, emailVerified: isConfirmed } = callerOf(context);
      if (isConfirmed) return { acknowledged: true, isConfirmed };
      const mail = await attemptAccountMail(limits, email);
      if (mail.refusal) throw new RefusedByLimit(mail.refusal);
      await queueMessage(context.db, { kind: 'confirm-address', personId, now: context.now });
      return { acknowledged: true, isConfirmed };
    }),

    change: calls.change.handler(async ({ context, input: { email, password }, errors }) => {
      const { db, now } = context;
      const { personId, email: current } = callerOf(context);
      const { checked } = await askPassword(context, limits, { personId, email: current, password });
      if (checked === 'wrong') throw errors.WRONG_PASSWORD();
      if (checked === 'none') throw errors.NO_PASSWORD();
      if (email === current) throw errors.SAME_ADDRESS();
      // As at a sign-up: several accounts send no more to one address than one.
      const mail = await attemptAccountMail(limits, email, 'confirmationMailByAccount');
      if (mail.refusal) throw new RefusedByLimit(mail.refusal);
      await queueMessage(db, { kind: 'confirm-new-address', address: email, about: { personId }, now });
      return { acknowledged: true };
    }),

    // Otherwise a click in an email would make the address the confirmed one of a stranger's account, who could then add a
    // passkey or an authenticator app, which a new password does not remove. An account without a password needs neither
    // session nor password: no stranger can sign in to it by a password, and a change of its address is not possible, because
    // the link for that is asked for with the password.
    confirm: calls.confirm.handler(async ({ context, input: { token, password }, errors }) => {
      const { db, now, caller } = context;
      const open = (by: ShownBy | undefined) =>
        isOfNewAddress(token)
          ? changeEmail(db, { token, secret, by, setEmailOfBookings, now })
          : confirmEmail(db, { token, secret, by, now });
      let opened = await open(caller);
      if (opened?.kind === 'whose-account') {
        const { personId, email } = opened;
        if (password === undefined && (await hasPassword(db, personId))) throw errors.PASSWORD_REQUIRED();
        const { checked, hash } = await askPassword(context, limits, { personId, email, password });
        if (checked === 'wrong') throw errors.WRONG_PASSWORD();
        opened = await open({ personId, hash });
        // It was changed meanwhile.
        if (opened?.kind === 'whose-account') {
          throw password === undefined ? errors.PASSWORD_REQUIRED() : errors.WRONG_PASSWORD();
        }
      }
      if (opened?.kind !== 'confirmed') throw errors.LINK_INVALID();
      return { acknowledged: true, email: opened.email };
    }),
  };
}
