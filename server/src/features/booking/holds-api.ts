import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { problemError } from '../../call/problems.ts';
import type { Database } from '../../database/database.ts';
import type { NotifyNodes } from '../live/index.ts';
import type { KnownSchedule } from './booking-plan.ts';
import { holdSlot } from './hold-slot.ts';
import { deleteHolds, isHeld, recordingHoldsInGroups } from './hold-store.ts';
import { refusalError } from './refusal-error.ts';

/** The calls of `contract/holds.ts`. */
export function holdsApi(parts: {
  /** For holds that share a transaction. */
  db: Database;
  known: KnownSchedule;
  notify: NotifyNodes;
}) {
  const { known } = parts;
  const record = recordingHoldsInGroups(parts.db, parts.notify);
  const calls = implement(contract.holds).$context<CallContext>();
  return {
    hold: calls.hold.handler(async ({ context, input, errors }) => {
      const { appointmentDate: date, ...rest } = input;
      const request = { ...rest, date };
      const outcome = await holdSlot({ request, holder: callerOf(context), now: context.now, known, record });
      if (outcome.kind === 'held') {
        const { id: _id, expiresAt, terms } = outcome;
        return {
          _id,
          expiresAt: expiresAt.toISOString(),
          ...(terms && { terms }),
        };
      }
      // Between the check of the session and here.
      if (outcome.kind === 'signed-out') throw problemError('UNAUTHORIZED');

      const { refusal, treatment } = outcome;
      const wanted = { treatment, date, slot: input.slot };
      throw await refusalError(refusal, { context, errors, wanted, look: known.look });
    }),

    find: calls.find.handler(async ({ context, input: { id } }) => {
      const holderId = callerOf(context).personId;
      return { isHeld: await isHeld(context.db, { id, holderId, now: context.now }) };
    }),

    end: calls.end.handler(async ({ context, input: { id } }) => {
      const holderId = callerOf(context).personId;
      const deletedCount = await deleteHolds(context.db, { holderId, ids: [id] });
      return { acknowledged: true, deletedCount };
    }),
  };
}
