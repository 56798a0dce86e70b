import type { Booking } from '@openhours/contract/booking.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Target } from './whose.ts';

/**
 * Says what has changed about an appointment since a dialog opened for it. Live events refetch it for people who are signed in, and the
 * page behind an email's link does so once a minute.
 */
export function useChangeMeanwhile(
  { _id: id, token, version }: Pick<Booking, 'version'> & Target,
  { isWatched }: { isWatched: boolean },
): string | undefined {
  const enabled = isWatched;
  const known = useQuery(api.booking.one.queryOptions({ input: token === undefined ? { id } : skipToken, enabled }));
  const byLink = useQuery(api.visit.open.queryOptions({ input: token === undefined ? skipToken : { token }, enabled }));
  const data = known.data ?? byLink.data;
  if (data?.state === 'cancelled') return 'This appointment was cancelled. Please book a new one.';
  if (!data || data.version <= version) return undefined;
  return `This appointment has changed in the meantime. It is now on ${data.appointmentDate}, ${data.slot}.`;
}
