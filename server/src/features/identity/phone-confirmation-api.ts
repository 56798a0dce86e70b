import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { confirmPhone, sendPhoneCode } from './confirm-phone.ts';
import { mayText } from './confirmed-phone.ts';
import { showPhone } from './phone-number.ts';

/** The calls of `contract/phone-confirmation.ts`. @param isOn whether the clinic sends text messages */
export function phoneConfirmationApi({ isOn, secret }: { isOn: boolean; secret: string }) {
  const calls = implement(contract.phoneConfirmation).$context<CallContext>();
  return {
    get: calls.get.handler(async ({ context }) => {
      const { personId, phone } = callerOf(context);
      const isConfirmed = await mayText(context.db, personId);
      return { isOn, phoneNumber: phone === null ? null : showPhone(phone), isConfirmed };
    }),

    send: calls.send.handler(async ({ context, errors }) => {
      const { personId, emailVerified } = callerOf(context);
      if (!isOn) throw errors.TEXTS_OFF();
      if (!emailVerified) throw errors.EMAIL_NOT_CONFIRMED();
      const sent = await sendPhoneCode(context.db, { personId, now: context.now });
      if (sent.kind === 'refused') throw refusedError(sent, errors);
      return { acknowledged: true, isConfirmed: sent.kind === 'already-confirmed', phoneNumber: showPhone(sent.phone) };
    }),

    confirm: calls.confirm.handler(async ({ context, input: { code }, errors }) => {
      const { db, now } = context;
      const outcome = await confirmPhone(db, { personId: callerOf(context).personId, code, secret, now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, isConfirmed: true };
    }),
  };
}
