import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../api/client.ts';
import { useLive } from '../live/live-events.ts';
import { concerns } from './concerns.ts';

/** At most this often, so that many bookings at once cause one request. */
const restMillis = 300;

type Days = { from: string; to: string; doctor: string };

/** The agenda of some days, refetched when something on them changes. */
export function useAgenda({ from, to, doctor }: Days) {
  const queryClient = useQueryClient();
  const throttleTimer = useRef<number>(undefined);
  const again = useRef(false);
  useEffect(() => () => window.clearTimeout(throttleTimer.current), []);

  const askAgain = (): void => {
    if (throttleTimer.current !== undefined) {
      again.current = true;
      return;
    }
    again.current = false;
    throttleTimer.current = window.setTimeout(() => {
      throttleTimer.current = undefined;
      if (again.current) askAgain();
    }, restMillis);
    void queryClient.invalidateQueries({ queryKey: api.agenda.get.key() });
  };
  useLive((event) => {
    if (concerns(event, { from, to })) askAgain();
  });
  return useQuery(
    api.agenda.get.queryOptions({
      input: { from, to, ...(doctor && { doctor }) },
      // Live events do not reach it while it is not shown.
      staleTime: 0,
    }),
  );
}
