import type { Booking } from '@openhours/contract/booking.ts';

/** Which appointment, and whose: an id, or what the link in an email has instead, which names nobody. */
export type Target =
  | (Pick<Booking, '_id' | 'patient' | 'isForSomebodyElse' | 'email' | 'emails' | 'phone'> & { token?: never })
  | { _id?: never; token: string };

/**
 * Whether staff read it, and whose appointment it is: undefined if the reader is treated.
 *
 * @param user undefined for nobody, or while that is not known
 */
export function whose(
  target: Target,
  user: { email: string } | null | undefined,
): { isStaff: boolean; name: string | undefined } {
  if (target.token !== undefined || !user) return { isStaff: false, name: undefined };
  const isStaff = target.email !== user.email;
  return { isStaff, name: isStaff || target.isForSomebodyElse ? target.patient : undefined };
}
