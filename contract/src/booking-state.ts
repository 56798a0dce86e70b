import * as z from 'zod';
import { MediumDate, SlotLabel } from './wire.ts';

/**
 * What has become of an appointment: booked → arrived → in-progress → done; or no-show; or cancelled. The server's
 * `states.ts` has all transitions and who may make them.
 */
export const BookingState = z.enum(['booked', 'arrived', 'in-progress', 'done', 'no-show', 'cancelled']);
export type BookingState = z.infer<typeof BookingState>;

const isState = (text: string): boolean => BookingState.options.some((state) => state === text);

/** Several states in a URL: 'done,no-show'. `readStates` splits it. */
export const BookingStates = z
  .string()
  .max(100)
  .refine((text) => text.split(',').every(isState), 'Please give states, separated by commas.')
  .describe('States, separated by commas');

export function readStates(text: string): readonly BookingState[] {
  return z.array(BookingState).parse(text.split(','));
}

/** As what somebody changed an appointment; `system` for the clinic's own rules. */
export const ChangedAs = z.enum(['patient', 'doctor', 'clinic', 'system']);
export type ChangedAs = z.infer<typeof ChangedAs>;

/** One version of an appointment: how it was after a change. The first one is the booking itself. */
export const BookingVersion = z.object({
  at: z.iso.datetime(),
  as: ChangedAs,
  /** Whether the reader made the change. */
  byReader: z.boolean(),
  /** The name of who made it, for staff. */
  by: z.string().optional(),
  /** A sentence for the patient. */
  reason: z.string().optional(),
  state: BookingState,
  appointmentDate: MediumDate,
  slot: SlotLabel,
  doctorName: z.string().optional(),
});
export type BookingVersion = z.infer<typeof BookingVersion>;

/** What the reader may do with an appointment now. */
export const BookingCan = z.object({
  cancel: z.boolean(),
  /** Choose another time, or another doctor for the same treatment. Patients cannot if it is not offered any more. */
  move: z.boolean(),
  /** Record that it was paid at the clinic. */
  takePayment: z.boolean(),
  /** The states that the reader can set, other than `cancelled`. */
  become: z.array(BookingState),
});
export type BookingCan = z.infer<typeof BookingCan>;
