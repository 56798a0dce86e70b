import type { Booking } from '@openhours/contract/booking.ts';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import type { Target } from './whose.ts';

/**
 * Says what has changed about an appointment since a dialog opened for it. Live events refetch it for people who are signed in, and the
 * page behind an email's link does so once a minute.
 */
export function useChangeMeanwhile(
  { _id: id, token, version }: Pick<Booking, 'version'> & Target,
  { isWatched }: { isWatched: boolean },
): string | undefined {
  const { data } = useQuery({
    queryKey:
      token === undefined
        ? api.booking.one.key({ input: { id }, type: 'query' })
        : api.visit.open.key({ input: { token } }),
    queryFn: ({ signal }): Promise<Pick<Booking, 'state' | 'version' | 'appointmentDate' | 'slot'>> =>
      token === undefined ? client.booking.one({ id }, { signal }) : client.visit.open({ token }, { signal }),
    enabled: isWatched,
  });
  if (data?.state === 'cancelled') return 'This appointment was cancelled. Please book a new one.';
  if (!data || data.version <= version) return undefined;
  return `This appointment has changed in the meantime. It is now on ${data.appointmentDate}, ${data.slot}.`;
}
