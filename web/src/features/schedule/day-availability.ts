import type { OptionAvailability } from '@openhours/contract/availability.ts';
import { queryOptions } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';

const pageLength = 50;

/** By option id: why it has no slots on a day, 'YYYY-MM-DD', and its next free slot. */
export const dayAvailability = (day: string) =>
  queryOptions({
    queryKey: [...api.availability.key(), 'day', day],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, OptionAvailability>> => {
      const found = new Map<string, OptionAvailability>();
      let cursor: string | null | undefined;
      do {
        const page = await client.availability.find(
          { from: day, days: 1, limit: pageLength, ...(cursor && { cursor }) },
          { signal },
        );
        for (const option of page.options) found.set(option.optionId, option);
        cursor = page.nextCursor;
      } while (cursor);
      return found;
    },
    structuralSharing: false,
  });
