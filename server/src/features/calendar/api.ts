import { contract } from '@openhours/contract';
import type { CalendarFeed } from '@openhours/contract/calendar.ts';
import { CALENDAR_MEDIA_TYPE } from '@openhours/contract/wire.ts';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { findBookingFor, readerOf } from '../booking/index.ts';
import { queueMessage } from '../messages/index.ts';
import type { CalendarClinic } from './calendar-clinic.ts';
import { doctorsEntry, patientsEntry } from './entries.ts';
import { feedAddress, newFeedId } from './feed-address.ts';
import { icalendarOf } from './icalendar.ts';
import { deleteFeedOf, type FeedRow, findFeedOf, updateFeed, writeFeed } from './store.ts';

/** The calls of `contract/calendar.ts`. */
export function calendarApi({
  clinic,
  publicUrl,
  secret,
}: {
  clinic: () => CalendarClinic;
  publicUrl: string;
  secret: string;
}) {
  const calls = implement(contract.calendar).$context<CallContext>();
  const present = ({ id, includeTreatments, createdAt }: FeedRow): CalendarFeed => ({
    url: feedAddress(id, { publicUrl, secret }),
    since: createdAt.toISOString(),
    includeTreatments,
  });
  return {
    file: calls.file.handler(async ({ context, input: { id }, errors }) => {
      const { place, timeZone, organizer } = clinic();
      const booking = await findBookingFor(context.db, id, readerOf(context, { timeZone }));
      if (!booking) throw errors.NOT_FOUND();
      const entry =
        booking.patientId === callerOf(context).personId
          ? patientsEntry(booking, { place })
          : doctorsEntry(booking, { place });
      const text = icalendarOf({ method: 'PUBLISH', entries: [entry], timeZone, organizer });
      return new File([text], `appointment-${booking.reference}.ics`, { type: CALENDAR_MEDIA_TYPE });
    }),

    feed: calls.feed.handler(async ({ context }) => {
      const row = await findFeedOf(context.db, callerOf(context).personId);
      return { feed: row ? present(row) : null };
    }),

    createFeed: calls.createFeed.handler(async ({ context, input: { includeTreatments, replace } }) => {
      const { personId } = callerOf(context);
      const id = newFeedId(context.requestKey, secret);
      const row = { id, personId, includeTreatments, createdAt: context.now };
      return inTransaction(context.db, async (tx) => {
        if (!(await writeFeed(tx, row, { replace }))) return present((await findFeedOf(tx, personId)) ?? row);
        const about = { change: 'created' };
        await queueMessage(tx, { kind: 'calendar-feed-changed', personId, about, now: context.now });
        return present(row);
      });
    }),

    changeFeed: calls.changeFeed.handler(async ({ context, input: { includeTreatments }, errors }) => {
      const row = await updateFeed(context.db, { personId: callerOf(context).personId, includeTreatments });
      if (!row) throw errors.NOT_FOUND();
      return present(row);
    }),

    endFeed: calls.endFeed.handler(async ({ context }) => {
      return { acknowledged: true, deletedCount: await deleteFeedOf(context.db, callerOf(context).personId) };
    }),
  };
}
