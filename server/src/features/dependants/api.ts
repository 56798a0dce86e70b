import { contract } from '@openhours/contract';
import { MOST_DEPENDANTS } from '@openhours/contract/relations.ts';
import { implement } from '@orpc/server';
import { v7 as uuidv7 } from 'uuid';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { problemError } from '../../call/problems.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { countUpcoming, forgetContactDetails } from '../booking/index.ts';
import {
  countDependantsLocked,
  type DependantFields,
  erasePerson,
  insertDependant,
  listDependants,
  lockDependant,
  profileFault,
  updateDependant,
} from '../identity/index.ts';
import { type ClinicClock, dateAt } from '../schedule/index.ts';
import { presentDependant } from './presenter.ts';

/** The calls of `contract/dependants.ts`. */
export function dependantsApi({ clinic }: { clinic: ClinicClock }) {
  const calls = implement(contract.dependants).$context<CallContext>();
  const faultOf = (fields: DependantFields, now: Date) =>
    dependantFault({ ...fields, today: dateAt(now, clinic.timeZone) });
  return {
    list: calls.list.handler(async ({ context }) =>
      (await listDependants(context.db, callerOf(context).personId)).map(presentDependant),
    ),

    add: calls.add.handler(async ({ context, input: fields, errors }) => {
      const fault = faultOf(fields, context.now);
      if (fault !== undefined) throw errors.DEPENDANT_REFUSED({ message: fault });
      const guardianId = callerOf(context).personId;
      const id = uuidv7();
      const outcome = await inTransaction(context.db, async (tx) => {
        const count = await countDependantsLocked(tx, guardianId);
        if (count === undefined) return 'account-deleted';
        if (count >= MOST_DEPENDANTS) return 'too-many';
        await insertDependant(tx, { id, guardianId, ...fields });
        return 'added';
      });
      if (outcome === 'account-deleted') throw problemError('UNAUTHORIZED');
      if (outcome === 'too-many') throw errors.TOO_MANY();
      return { acknowledged: true, dependant: { _id: id, ...fields } };
    }),

    save: calls.save.handler(async ({ context, input: { id, ...fields }, errors }) => {
      const fault = faultOf(fields, context.now);
      if (fault !== undefined) throw errors.DEPENDANT_REFUSED({ message: fault });
      const change = { id, guardianId: callerOf(context).personId, now: context.now, ...fields };
      if (!(await updateDependant(context.db, change))) throw errors.NOT_FOUND();
      return { acknowledged: true, dependant: { _id: id, ...fields } };
    }),

    remove: calls.remove.handler(async ({ context, input: { id }, errors }) => {
      const { now } = context;
      const guardianId = callerOf(context).personId;
      const outcome = await inTransaction(context.db, async (tx) => {
        const found = await lockDependant(tx, { id, guardianId });
        if (!found) return 'not-found';
        // Booking takes a shared lock on the person treated (`holdOpen`), so none can come in between.
        if ((await countUpcoming(tx, { personId: id }, now)) > 0) return 'has-appointments';
        await erasePerson(tx, { personId: id, now });
        await forgetContactDetails(tx, id);
        return 'removed';
      });
      if (outcome === 'not-found') throw errors.NOT_FOUND();
      if (outcome === 'has-appointments') throw errors.HAS_APPOINTMENTS();
      return { acknowledged: true };
    }),
  };
}

/**
 * What is wrong with a name or a date of birth, as a sentence, or `undefined`. Pure.
 *
 * @param question.dateOfBirth 'YYYY-MM-DD'
 * @param question.today the clinic's, 'YYYY-MM-DD'
 */
function dependantFault(question: { name: string; dateOfBirth: string; today: string }): string | undefined {
  const { name, dateOfBirth, today } = question;
  const fault = profileFault({ name });
  if (fault !== undefined) return `${fault}.`;
  if (dateOfBirth > today) return 'The date of birth lies in the future.';
  return undefined;
}
