import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { type ErrorsFor, refusedError } from '../../call/refused.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { actorOf } from '../audit/index.ts';
import { type MoveAppointment, readerOf, refusalError, refusalMessage, staffRefusalMessage } from '../booking/index.ts';
import { listNotWanting } from '../messages/index.ts';
import { type ClinicClock, findRules } from '../schedule/index.ts';
import { type AcceptOutcome, acceptForPatient, acceptOffer, declineOffer, type NotAccepted } from './answer-offer.ts';
import { endEntry, listEntries } from './entry-store.ts';
import { joinWaitingList } from './join-waiting-list.ts';
import { listWaitingOf, withOffers } from './list-waiting.ts';
import { offerByHand, removeEntry } from './offer-by-hand.ts';
import { findTimesToCallAbout } from './offer-slots.ts';
import { countFailedOffers } from './offer-store.ts';
import { presentAddressee, presentEntry, presentOffer, presentTimeToCallAbout } from './presenter.ts';
import { isCalled } from './rules.ts';

/** The calls of `contract/waiting-list.ts`. */
export function waitingListApi({ clinic, moveAppointment }: { clinic: ClinicClock; moveAppointment: MoveAppointment }) {
  const calls = implement(contract.waitingList).$context<CallContext>();
  return {
    list: calls.list.handler(async ({ context }) => {
      const { db, now } = context;
      return listWaitingOf(db, { personId: callerOf(context).personId, now });
    }),

    join: calls.join.handler(async ({ context, input, errors }) => {
      const outcome = await joinWaitingList(context.db, {
        request: input,
        reader: readerOf(context, clinic),
        person: callerOf(context),
      });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, entry: presentEntry(outcome.entry, undefined, context.now) };
    }),

    leave: calls.leave.handler(async ({ context, input: { id } }) => {
      const { personId } = callerOf(context);
      const leaving = { id, personId, as: 'left', now: context.now } as const;
      const ended = await inTransaction(context.db, (tx) => endEntry(tx, leaving));
      return { acknowledged: true, deletedCount: ended ? 1 : 0 };
    }),

    accept: calls.accept.handler(async ({ context, input, errors }) => {
      const { id: offerId, price, currency } = input;
      const acceptance = { holder: callerOf(context), reader: readerOf(context, clinic), moveAppointment };
      const outcome = await acceptOffer(context.db, { offerId, agreed: { price, currency }, ...acceptance });
      return acceptedOffer(outcome, { context, errors, messageOf: refusalMessage });
    }),

    acceptForPatient: calls.acceptForPatient.handler(async ({ context, input: { id: offerId }, errors }) => {
      const acceptance = { staff: actorOf(context), reader: readerOf(context, clinic), moveAppointment };
      const outcome = await acceptForPatient(context.db, { offerId, ...acceptance });
      return acceptedOffer(outcome, { context, errors, messageOf: staffRefusalMessage });
    }),

    decline: calls.decline.handler(async ({ context, input: { id: offerId }, errors }) => {
      const { personId } = callerOf(context);
      const outcome = await declineOffer(context.db, { offerId, personId });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true };
    }),

    all: calls.all.handler(async ({ context: { db, now }, input }) => {
      const { specialty: treatmentId, day, search, limit, cursor: after } = input;
      const rows = await listEntries(db, { treatmentId, day, search, limit, after });
      const failedOffers = await countFailedOffers(
        db,
        rows.map(({ entry }) => entry.id),
      );
      const presented = await withOffers(db, rows, now);
      const personIds = rows.map(({ entry }) => entry.personId);
      const notWanting = await listNotWanting(db, { topic: 'waiting-list', personIds });
      const rules = await findRules(db);
      const called = rows.filter(({ entry, addressee, isUnclaimed }) =>
        isCalled({ isUnclaimed, isConfirmed: addressee.emailVerified, bookingId: entry.bookingId }, rules),
      );
      const calledIds = new Set(called.map(({ entry }) => entry.id));
      const times = await findTimesToCallAbout(db, { entryIds: calledIds, rules, now });
      return rows.flatMap(({ entry: { id, personId }, addressee }, at) => {
        const entry = presented[at];
        if (!entry) return [];
        const reach = presentAddressee(addressee, { isWanted: !notWanting.has(personId) });
        const time = times.get(id);
        return [
          {
            ...entry,
            ...reach,
            isCalled: calledIds.has(id),
            ...(time && { callAbout: presentTimeToCallAbout(time) }),
            failedOffers: failedOffers.get(id) ?? 0,
          },
        ];
      });
    }),

    offer: calls.offer.handler(async ({ context, input, errors }) => {
      const { id: entryId, optionId, appointmentDate: date, slot } = input;
      const request = { entryId, optionId, date, slot };
      const outcome = await offerByHand(context.db, { request, by: actorOf(context), now: context.now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      if (outcome.kind === 'offered') return { acknowledged: true, offer: presentOffer(outcome.offer) };
      const { refusal, treatment } = outcome;
      throw await refusalError(refusal, { context, errors, wanted: { treatment, date, slot } });
    }),

    remove: calls.remove.handler(async ({ context, input: { id: entryId } }) => {
      const { db, now } = context;
      const isRemoved = await removeEntry(db, { entryId, by: actorOf(context), now });
      return { acknowledged: true, deletedCount: isRemoved ? 1 : 0 };
    }),
  };
}

/** The answer to an accepted offer, or the error with which the call says why it was not accepted. */
async function acceptedOffer(
  outcome: AcceptOutcome,
  {
    context,
    errors,
    messageOf,
  }: {
    context: CallContext;
    errors: Parameters<typeof refusalError>[1]['errors'] & ErrorsFor<NotAccepted>;
    messageOf: typeof staffRefusalMessage;
  },
) {
  if (outcome.kind === 'accepted') return { acknowledged: true as const, bookingId: outcome.bookingId };
  if (outcome.kind === 'refused') throw refusedError(outcome, errors);
  const { refusal, wanted } = outcome;
  const message = messageOf(refusal, wanted);
  // For staff: only the patient can agree to another price, or to being the one who is treated.
  if (!(refusal.code in errors)) throw refusedError({ kind: 'refused', code: 'NOT_MOVABLE', message }, errors);
  throw await refusalError(refusal, { context, errors, wanted, message });
}
