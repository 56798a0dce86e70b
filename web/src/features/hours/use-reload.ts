import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

/**
 * For a form that is filled from a query: `reload` discards its input and fills it from a new answer. Give the form
 * `generation` as its key.
 */
export function useReload({ refetch }: Pick<UseQueryResult, 'refetch'>) {
  const [generation, setGeneration] = useState(0);
  const reload = async (): Promise<void> => {
    await refetch({ throwOnError: true });
    setGeneration(generation + 1);
  };
  return { generation, reload };
}
