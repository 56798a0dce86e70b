import { useState } from 'react';
import { ApiError } from '../../api/http.ts';

/**
 * Runs what a form does on the server and keeps the sentence of its failure for the place under the form.
 * The next try clears it.
 */
export function useServerMessage(): {
  message: string | undefined;
  run: (work: () => Promise<void>) => Promise<void>;
} {
  const [message, setMessage] = useState<string>();
  const run = async (work: () => Promise<void>): Promise<void> => {
    setMessage(undefined);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setMessage(error.message);
    }
  };
  return { message, run };
}
