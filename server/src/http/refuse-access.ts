import type { Access } from '@openhours/contract/access.ts';
import type { Context } from 'hono';
import { type Caller, isStaff } from '../call/caller.ts';
import { problemResponse } from '../call/problems.ts';

/**
 * Why the access rule of a call refuses this caller, or `undefined`.
 *
 * @param named the email addresses that the request is about: see `namedEmails`
 */
export function refuseAccess(
  access: Exclude<Access, { who: 'everyone' }>,
  caller: Caller,
  named: readonly string[],
): Response | undefined {
  switch (access.who) {
    case 'signed-in':
      return undefined;
    case 'doctor-or-admin':
      return caller.isDoctor || caller.isAdmin ? undefined : lacksRole(caller);
    case 'front-desk-or-admin':
      return caller.isFrontDesk || caller.isAdmin ? undefined : lacksRole(caller);
    case 'staff':
      return isStaff(caller) ? undefined : lacksRole(caller);
    case 'admin':
      return caller.isAdmin ? undefined : lacksRole(caller);
    case 'self': {
      if (access.cookieOnly && caller.via !== 'cookie') return problemResponse('UNAUTHORIZED');
      if (named.length !== 1)
        return problemResponse('BAD_REQUEST', { message: 'Please send exactly one email address.' });
      const isThatPerson = named[0]?.trim().toLowerCase() === caller.email;
      return isThatPerson || (access.orAdmin && caller.isAdmin) ? undefined : lacksRole(caller);
    }
  }
}

function lacksRole({ needsSecondFactor }: Caller): Response {
  return problemResponse(needsSecondFactor ? 'SECOND_FACTOR_REQUIRED' : 'FORBIDDEN');
}

/** The email addresses in a request's path, under the call's parameter, or else in its query. */
export function namedEmails(context: Context, emailParameter: string | undefined): readonly string[] {
  if (emailParameter === undefined) return context.req.queries('email') ?? [];
  const inPath = context.req.param(emailParameter);
  return inPath === undefined ? [] : [inPath];
}
