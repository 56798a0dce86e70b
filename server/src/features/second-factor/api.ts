import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { isStaff } from '../../call/caller.ts';
import { refusedError } from '../../call/refused.ts';
import type { Database } from '../../database/database.ts';
import { actorOf } from '../audit/index.ts';
import {
  findPerson,
  findSecondFactor,
  findSecondFactorRule,
  hasPassword,
  listStaffWithoutSecondFactor,
} from '../identity/index.ts';
import { requireSecondFactor } from './require-second-factor.ts';
import { resetSecondFactor } from './reset-second-factor.ts';

/** The calls of `contract/second-factor.ts`. */
export function secondFactorApi() {
  const calls = implement(contract.secondFactor).$context<CallContext>();
  return {
    own: calls.own.handler(async ({ context }) => {
      const { db } = context;
      const { personId } = callerOf(context);
      const person = await findPerson(db, personId);
      const { hasAuthenticator, passkeys } = await findSecondFactor(db, personId);
      return {
        // From the database: the caller's roles may be withheld.
        required: person !== undefined && isStaff(person) && (await findSecondFactorRule(db)),
        hasPassword: await hasPassword(db, personId),
        hasAuthenticator,
        passkeys: passkeys.map(({ id, name, createdAt }) => ({
          _id: id,
          name: name ?? 'Passkey',
          since: createdAt.toISOString(),
        })),
      };
    }),

    rule: calls.rule.handler(({ context }) => ruleOf(context.db)),

    setRule: calls.setRule.handler(async ({ context, input, errors }) => {
      const { required } = input;
      const outcome = await requireSecondFactor(context.db, { required, by: actorOf(context), now: context.now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, ...(await ruleOf(context.db)) };
    }),

    reset: calls.reset.handler(async ({ context, input, errors }) => {
      const by = actorOf(context);
      const outcome = await resetSecondFactor(context.db, {
        personId: input.id,
        checked: input.checked,
        by,
        now: context.now,
      });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, deletedCount: outcome.kind === 'reset' ? 1 : 0 };
    }),
  };
}

async function ruleOf(db: Database) {
  const without = await listStaffWithoutSecondFactor(db);
  return { required: await findSecondFactorRule(db), staffWithout: without.length };
}
