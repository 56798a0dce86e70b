import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useLiveRefetch } from '../live/use-live-refetch.ts';
import { concerns } from './concerns.ts';

type Days = { from: string; to: string; doctor: string; treatment?: string };

/** The agenda of some days, refetched when something on them changes. */
export function useAgenda({ from, to, doctor, treatment }: Days, { enabled = true } = {}) {
  useLiveRefetch((event) => concerns(event, { from, to }), api.agenda.get.key());
  return useQuery(
    api.agenda.get.queryOptions({
      input: { from, to, ...(doctor && { doctor }), ...(treatment && { treatment }) },
      // Live events do not reach it while it is not shown.
      staleTime: 0,
      enabled,
    }),
  );
}
