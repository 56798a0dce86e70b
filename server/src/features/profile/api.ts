import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import type { Limits } from '../../call/limits.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { actorOf } from '../audit/index.ts';
import { type CancelBookings, countWithoutRefund, presenterFor } from '../booking/index.ts';
import {
  askPassword,
  findSignInTime,
  hasPassword,
  isRecent,
  readPhone,
  setPhone,
  showPhone,
} from '../identity/index.ts';
import { queueMessage } from '../messages/index.ts';
import { deletePerson, previewDeletion } from '../people/index.ts';
import { exportPerson } from './export-person.ts';

/**
 * The calls of `contract/profile.ts`. The identity service handles name, photo, password and sessions under
 * /api/auth/*: update-user, change-password, list-sessions, revoke-session, revoke-other-sessions.
 */
export function profileApi({
  limits,
  cancelBookings,
  clinic,
}: {
  limits: Limits;
  cancelBookings: CancelBookings;
  clinic: { readonly phoneCountry: string | undefined; readonly timeZone: string };
}) {
  const calls = implement(contract.profile).$context<CallContext>();
  const what = 'delete-own-account';

  return {
    export: calls.export.handler(({ context }) =>
      exportPerson(context.db, {
        personId: callerOf(context).personId,
        now: context.now,
        timeZone: clinic.timeZone,
        presentBooking: presenterFor(context, clinic),
      }),
    ),

    setPhone: calls.setPhone.handler(async ({ context, input, errors }) => {
      const read = readPhone(input.phone, clinic.phoneCountry);
      if (read.kind === 'refused') throw errors.PHONE_INVALID({ message: read.message });
      const { db, now } = context;
      const { personId, sessionId, email, hasSecondFactor } = callerOf(context);
      // A call to this number may confirm who asks for a reset of the second factor.
      if (hasSecondFactor) {
        if (input.password === undefined && (await hasPassword(db, personId))) throw errors.PASSWORD_REQUIRED();
        const { checked } = await askPassword(context, limits, { personId, email, password: input.password });
        if (checked === 'wrong') throw errors.WRONG_PASSWORD();
        const signedInAt = checked === 'none' ? await findSignInTime(db, sessionId) : undefined;
        if (checked === 'none' && !(signedInAt && isRecent(signedInAt))) throw errors.SESSION_NOT_FRESH();
      }
      await inTransaction(db, async (tx) => {
        const isChanged = await setPhone(tx, { personId, phone: read.phone, now });
        if (!isChanged || !hasSecondFactor) return;
        await queueMessage(tx, { kind: 'second-factor-changed', personId, about: { change: 'phone-changed' }, now });
      });
      return { acknowledged: true, phoneNumber: showPhone(read.phone) || null };
    }),

    deletion: calls.deletion.handler(async ({ context }) => {
      const { db, now } = context;
      const by = callerOf(context);
      const preview = await previewDeletion(db, { personId: by.personId, what, by, now });
      if (!preview) throw new Error('The caller was not found');
      const { name: _, ...consequences } = preview;
      return {
        ...consequences,
        withoutRefund: await countWithoutRefund(db, { personId: by.personId, now }),
        confirmBy: (await hasPassword(db, by.personId)) ? 'password' : 'email',
      };
    }),

    deleteAccount: calls.deleteAccount.handler(async ({ context, input, errors }) => {
      const { db, now } = context;
      const { personId, email } = callerOf(context);
      // Before any transaction: the contract marks this call as one outside transactions.
      const { checked } = await askPassword(context, limits, { personId, email, password: input.password });
      if (checked === 'wrong') throw errors.WRONG_PASSWORD();
      if (checked === 'none' && input.email?.trim().toLowerCase() !== email) throw errors.NOT_CONFIRMED();

      const outcome = await deletePerson(db, { personId, what, by: actorOf(context), now, cancelBookings });
      if (outcome.kind === 'refused') throw errors.LAST_ADMIN({ message: outcome.message });
      // A parallel request has closed the account.
      if (outcome.kind === 'nobody') return { acknowledged: true, deletedCount: 1, cancelledBookings: 0 };
      return { acknowledged: true, deletedCount: 1, cancelledBookings: outcome.cancelledBookings };
    }),
  };
}
