import type { Booking } from '@openhours/contract/booking.ts';

/** What the dialog starts with. Days are 'YYYY-MM-DD'. */
export type WaitingRequest = {
  /** The treatments to choose from; one if it is known. */
  treatments: readonly string[];
  /** The option that was full, with its doctor. */
  option?: { _id: string; doctorName?: string | undefined } | undefined;
  from: string;
  to: string;
  /** The last day that can be booked; undefined while it is not known. */
  last?: string | undefined;
  /** The appointment that is to be earlier. */
  earlierThan?: Pick<Booking, '_id' | 'patient' | 'isForSomebodyElse' | 'startsAt'> | undefined;
};
