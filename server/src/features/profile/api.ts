import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import type { Limits } from '../../call/limits.ts';
import { RefusedByLimit } from '../../call/problems.ts';
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

const SIGN_IN_TO_DELETE = 'To delete your account, please sign out and sign in again first.';

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
        presentBooking: presenterFor(context, clinic),
      }),
    ),

    setPhone: calls.setPhone.handler(async ({ context, input, errors }) => {
      const read = readPhone(input.phone, clinic.phoneCountry);
      if (read.kind === 'refused') throw errors.PHONE_INVALID({ message: read.message });
      const { db, now } = context;
      const { personId, hasSecondFactor } = callerOf(context);
      // A call to this number may confirm who asks for a reset of the second factor.
      if (hasSecondFactor) {
        if (input.password === undefined && (await hasPassword(db, personId))) throw errors.PASSWORD_REQUIRED();
        const confirmed = await confirmAgain(context, limits, input.password);
        if (confirmed === 'wrong password') throw errors.WRONG_PASSWORD();
        if (confirmed === 'old session') throw errors.SESSION_NOT_FRESH();
      }
      const counted = hasSecondFactor ? await limits.attempt([['securityChangesByPerson', personId]]) : undefined;
      if (counted?.refusal) throw new RefusedByLimit(counted.refusal);
      const isChanged = await inTransaction(db, async (tx) => {
        const isOther = await setPhone(tx, { personId, phone: read.phone, now });
        if (!isOther || !hasSecondFactor) return isOther;
        await queueMessage(tx, { kind: 'second-factor-changed', personId, about: { change: 'phone-changed' }, now });
        return true;
      });
      if (!isChanged) await counted?.undo();
      return { acknowledged: true, phoneNumber: showPhone(read.phone) || null };
    }),

    deletion: calls.deletion.handler(async ({ context }) => {
      const { db, now } = context;
      const by = callerOf(context);
      const preview = await previewDeletion(db, { personId: by.personId, what, by, now });
      if (!preview) throw new Error('The caller was not found');
      const { name: _, ...consequences } = preview;
      const confirmBy = (await hasPassword(db, by.personId)) ? 'password' : 'email';
      const isTooOld = confirmBy === 'email' && !(await hasJustSignedIn(context));
      return {
        ...(isTooOld && { refusal: SIGN_IN_TO_DELETE }),
        ...consequences,
        withoutRefund: await countWithoutRefund(db, { personId: by.personId, now }),
        confirmBy,
      };
    }),

    deleteAccount: calls.deleteAccount.handler(async ({ context, input, errors }) => {
      const { db, now } = context;
      const { personId, email } = callerOf(context);
      // Before any transaction: the contract marks this call as one outside transactions.
      const confirmed = await confirmAgain(context, limits, input.password);
      if (confirmed === 'wrong password') throw errors.WRONG_PASSWORD();
      if (confirmed === 'old session') throw errors.SESSION_NOT_FRESH();
      if (confirmed === 'new session' && input.email?.trim().toLowerCase() !== email) throw errors.NOT_CONFIRMED();

      const outcome = await deletePerson(db, { personId, what, by: actorOf(context), now, cancelBookings });
      if (outcome.kind === 'refused') throw errors.LAST_ADMIN({ message: outcome.message });
      // A parallel request has closed the account.
      if (outcome.kind === 'nobody') return { acknowledged: true, deletedCount: 1, cancelledBookings: 0 };
      return { acknowledged: true, deletedCount: 1, cancelledBookings: outcome.cancelledBookings };
    }),
  };
}

/** An open session is not enough: the caller gives their password or, if they have none, has just signed in. */
async function confirmAgain(
  context: CallContext,
  limits: Limits,
  password: string | undefined,
): Promise<'password' | 'wrong password' | 'new session' | 'old session'> {
  const { personId, email } = callerOf(context);
  const { checked } = await askPassword(context, limits, { personId, email, password });
  if (checked !== 'none') return checked === 'right' ? 'password' : 'wrong password';
  return (await hasJustSignedIn(context)) ? 'new session' : 'old session';
}

async function hasJustSignedIn(context: CallContext): Promise<boolean> {
  const signedInAt = await findSignInTime(context.db, callerOf(context).sessionId);
  return signedInAt !== undefined && isRecent(signedInAt);
}
