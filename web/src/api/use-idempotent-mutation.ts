import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readFailure } from './failure.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';

/** A mutation that is carried out once, however often the same variables are sent until the server has answered. */
export function useIdempotentMutation<Answer, Variables, Failure = Error>({
  mutationFn,
  ...options
}: Omit<UseMutationOptions<Answer, Failure, Variables>, 'mutationFn'> & {
  mutationFn: (variables: Variables, idempotencyKey: string) => Promise<Answer>;
}): UseMutationResult<Answer, Failure, Variables> {
  const [keys] = useState(() => createIdempotencyKeys());
  return useMutation({
    ...options,
    mutationFn: (variables) => mutationFn(variables, keys.keyFor(variables)),
    onSettled: (...settled) => {
      const [, error, variables] = settled;
      if (!error || readFailure(error).kind === 'refused') keys.settle(variables);
      return options.onSettled?.(...settled);
    },
  });
}
