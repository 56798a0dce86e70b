import type { FreeSlot } from '@openhours/contract/booking.ts';

/** What was booked a moment ago. */
export type Booked = FreeSlot & { bookingId: string; reference: string };
