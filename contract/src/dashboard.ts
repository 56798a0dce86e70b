import * as z from 'zod';
import { signedIn } from './access.ts';
import { Booking } from './booking.ts';
import { call } from './call.ts';

const count = z.number().int().nonnegative();

/** What needs the caller's attention, for the first page they see. */
export const Dashboard = z.object({
  /** The caller's next or current appointment. */
  nextAppointment: Booking.nullable(),
  /** Confirmed appointments with a price that are not paid; `first` is the earliest of them, past ones included. */
  unpaid: z.object({ count, first: Booking.nullable() }),
  /** As `GET /conversations/{email}/unread` counts them. */
  unread: z.object({ messages: count, conversations: count }),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const dashboard = call.tag('Profile').router({
  mine: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/me/dashboard',
      summary: "The caller's next appointment, unpaid appointments and unread messages",
    })
    .output(Dashboard),
});
