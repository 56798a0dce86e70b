import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import type { NewPasswords } from '../identity/index.ts';
import { acceptInvitation, openInvitation } from './accept-invitation.ts';
import { invite, resendInvitation, withdrawInvitation } from './invite.ts';
import { listInvitations } from './store.ts';

/** The calls of `contract/invitations.ts`. */
export function invitationsApi({ secret, newPasswords }: { secret: string; newPasswords: NewPasswords }) {
  const calls = implement(contract.invitations).$context<CallContext>();
  return {
    list: calls.list.handler(async ({ context }) => {
      const rows = await listInvitations(context.db);
      return rows.map(({ invitation, specialties, invitedBy }) => ({
        _id: invitation.id,
        email: invitation.email,
        name: invitation.name,
        role: invitation.role,
        specialties: [...specialties],
        invitedBy,
        sentAt: invitation.sentAt.toISOString(),
        expiresAt: invitation.expiresAt.toISOString(),
        isExpired: invitation.expiresAt <= context.now,
      }));
    }),

    create: calls.create.handler(async ({ context, input, errors }) => {
      const outcome = await invite(context.db, { invitee: input, by: actorOf(context), now: context.now, secret });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, insertedId: outcome.id };
    }),

    resend: calls.resend.handler(async ({ context, input, errors }) => {
      const { id } = input;
      const outcome = await resendInvitation(context.db, { id, by: actorOf(context), now: context.now, secret });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, expiresAt: outcome.expiresAt.toISOString() };
    }),

    withdraw: calls.withdraw.handler(async ({ context, input }) => {
      const { id } = input;
      const done = await withdrawInvitation(context.db, { id, by: actorOf(context), now: context.now });
      return { acknowledged: true, deletedCount: done ? 1 : 0 };
    }),

    open: calls.open.handler(async ({ context, input, errors }) => {
      const opened = await openInvitation(context.db, { code: input.code, now: context.now });
      if (!opened) throw errors.NOT_FOUND();
      const { email, name, role, hasAccount } = opened;
      return { email, name, role, hasAccount };
    }),

    accept: calls.accept.handler(async ({ context, input, errors }) => {
      const { db, caller, address, now } = context;
      const { code, name, password } = input;
      const account = { name, password };
      const outcome = await acceptInvitation(db, { code, account, newPasswords, caller, address, now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, email: outcome.email };
    }),
  };
}
