import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { type DependantFields, listDependants } from '../identity/index.ts';
import { type ClinicClock, dateAt } from '../schedule/index.ts';
import { presentDependant } from './presenter.ts';
import { removeDependant } from './remove-dependant.ts';
import { addDependant, changeDependant } from './save-dependant.ts';

/** The calls of `contract/dependants.ts`. */
export function dependantsApi({ clinic }: { clinic: ClinicClock }) {
  const calls = implement(contract.dependants).$context<CallContext>();
  const toSave = (context: CallContext, fields: DependantFields) => {
    const { now } = context;
    return { guardianId: callerOf(context).personId, fields, today: dateAt(now, clinic.timeZone), now };
  };
  return {
    list: calls.list.handler(async ({ context }) =>
      (await listDependants(context.db, callerOf(context).personId)).map(presentDependant),
    ),

    add: calls.add.handler(async ({ context, input: fields, errors }) => {
      const outcome = await addDependant(context.db, toSave(context, fields));
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, dependant: { _id: outcome.id, ...fields } };
    }),

    save: calls.save.handler(async ({ context, input: { id, ...fields }, errors }) => {
      const outcome = await changeDependant(context.db, { id, ...toSave(context, fields) });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, dependant: { _id: id, ...fields } };
    }),

    remove: calls.remove.handler(async ({ context, input: { id }, errors }) => {
      const { db, now } = context;
      const outcome = await removeDependant(db, { id, guardianId: callerOf(context).personId, now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true };
    }),
  };
}
