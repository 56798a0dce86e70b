import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import type { AccessTokens } from './access-token.ts';
import { findPersonByEmail } from './find-people.ts';
import { signedInUser, userRecord } from './presenter.ts';
import { listAccounts } from './store.ts';

/** The calls of `contract/identity.ts`. The identity service itself handles sign-up, sign-in and sign-out. */
export function identityApi({ accessTokens }: { accessTokens: AccessTokens }) {
  const calls = implement(contract.identity).$context<CallContext>();
  return {
    session: calls.session.handler(async ({ context: { db, caller } }) => ({
      user: caller ? signedInUser(caller, await listAccounts(db, caller.personId)) : null,
    })),

    accessToken: calls.accessToken.handler(async ({ context }) => {
      const { personId, sessionId, email } = callerOf(context);
      return { accessToken: await accessTokens.issue({ personId, sessionId, email }) };
    }),

    userRecord: calls.userRecord.handler(async ({ context, input, errors }) => {
      const person = await findPersonByEmail(context.db, input.email);
      if (!person) throw errors.NOT_FOUND();
      return userRecord(person);
    }),

    adminCheck: calls.adminCheck.handler(async ({ context, input }) => {
      const person = await findPersonByEmail(context.db, input.email);
      return { isAdmin: person?.isAdmin ?? false };
    }),

    doctorCheck: calls.doctorCheck.handler(async ({ context, input }) => {
      const person = await findPersonByEmail(context.db, input.email);
      return { isDoctor: person?.isDoctor ?? false };
    }),
  };
}
