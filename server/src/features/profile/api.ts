import { contract } from '@openhours/contract';
import { COMMON_PROBLEMS } from '@openhours/contract/problem.ts';
import { implement, ORPCError } from '@orpc/server';
import { type CallContext, callerOf } from '../../http/call-context.ts';
import type { Limits } from '../../http/limits.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import type { MailSender } from '../../providers/mail/port.ts';
import { actorOf } from '../audit/index.ts';
import { cancellationMail } from '../booking/index.ts';
import { findPasswordHash, verifyPassword } from '../identity/index.ts';
import { deletePerson, previewDeletion } from '../people/index.ts';
import { exportPerson } from './export-person.ts';

/**
 * The calls of `contract/profile.ts`. Name, photo, password and sessions are the identity service's own, under
 * /api/auth/*: update-user, change-password, list-sessions, revoke-session, revoke-other-sessions.
 */
export function profileApi(parts: { mail: MailSender; jobs: Jobs; limits: Limits; productName: string }) {
  const { mail, jobs, limits, productName } = parts;
  const calls = implement(contract.profile).$context<CallContext>();
  const what = 'delete-own-account';

  return {
    export: calls.export.handler(({ context }) =>
      exportPerson(context.db, { personId: callerOf(context).personId, now: context.now }),
    ),

    deletion: calls.deletion.handler(async ({ context }) => {
      const { db, now } = context;
      const by = callerOf(context);
      const preview = await previewDeletion(db, { personId: by.personId, what, by, now });
      if (!preview) throw new Error('A caller is not there');
      const hash = await findPasswordHash(db, by.personId);
      const { bookingsAsPatient, bookingsAsDoctor, refusal } = preview;
      return {
        bookingsAsPatient,
        bookingsAsDoctor,
        confirmBy: hash === undefined ? 'email' : 'password',
        ...(refusal === undefined ? {} : { refusal }),
      };
    }),

    deleteAccount: calls.deleteAccount.handler(async ({ context, input, errors }) => {
      const { db, now } = context;
      const { personId, email } = callerOf(context);
      // It tells whether a guess at the password was right, as signing in does.
      if (await limits.refuse('signInByAccount', email)) {
        throw new ORPCError('TOO_MANY_REQUESTS', COMMON_PROBLEMS.TOO_MANY_REQUESTS);
      }
      const hash = await findPasswordHash(db, personId);
      if (hash === undefined) {
        if (input.email?.trim().toLowerCase() !== email) throw errors.NOT_CONFIRMED();
      } else if (!(await verifyPassword({ hash, password: input.password ?? '' }))) throw errors.WRONG_PASSWORD();

      const outcome = await deletePerson(db, { personId, what, by: actorOf(context), now, jobs });
      if (outcome.kind === 'nobody') throw new Error('A caller is not there');
      if (outcome.kind === 'refused') throw errors.LAST_ADMIN({ message: outcome.message });
      context.afterwards(() => {
        for (const booking of outcome.cancelled) mail.send(cancellationMail(booking, { productName }));
      });
      return { acknowledged: true, deletedCount: 1, cancelledBookings: outcome.cancelled.length };
    }),
  };
}
