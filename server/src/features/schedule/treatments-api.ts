import { contract } from '@openhours/contract';
import { priceOf } from '@openhours/contract/money.ts';
import type { Treatment } from '@openhours/contract/treatments.ts';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { isStaff } from '../../call/caller.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import { orderTreatments } from './order-treatments.ts';
import { changeTreatment, createTreatment } from './save-treatment.ts';
import { listTreatments, type TreatmentRow } from './treatment-store.ts';

/** The calls of `contract/treatments.ts`. The clinic's currency is the default for new prices. */
export function treatmentsApi({ clinic }: { clinic: { readonly currency: string } }) {
  const calls = implement(contract.treatments).$context<CallContext>();
  return {
    list: calls.list.handler(async ({ context: { db, caller } }) => {
      const rows = await listTreatments(db, { which: caller && isStaff(caller) ? 'all' : 'active' });
      return rows.map((row) => ({ ...presentTreatment(row), isOffered: row.isOffered }));
    }),

    create: calls.create.handler(async ({ context, input: fields, errors }) => {
      const outcome = await createTreatment(context.db, {
        fields,
        currency: clinic.currency,
        by: actorOf(context),
        now: context.now,
      });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, ...presentTreatment(outcome.treatment) };
    }),

    update: calls.update.handler(async ({ context, input: { id, ...fields }, errors }) => {
      const outcome = await changeTreatment(context.db, { id, fields, by: actorOf(context), now: context.now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, ...presentTreatment(outcome.treatment) };
    }),

    setOrder: calls.setOrder.handler(async ({ context, input, errors }) => {
      const outcome = await orderTreatments(context.db, { ...input, by: actorOf(context), now: context.now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true };
    }),
  };
}

function presentTreatment(row: TreatmentRow): Treatment {
  const { id, name, description, minutes, bufferMinutes, priceMinor: minor, currency, colour, active } = row;
  return {
    _id: id,
    name,
    description,
    minutes,
    bufferMinutes,
    price: priceOf({ minor, currency }),
    currency,
    colour,
    active,
  };
}
