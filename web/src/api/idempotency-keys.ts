import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { readFailure } from './failure.ts';

/** The idempotency keys of one open window or form. */
export type IdempotencyKeys = {
  /** The key of this body: the same until `settle`, whatever was sent in between. */
  keyFor: (body: unknown) => string;
  /** The server has answered this body: sending it again is a new request. */
  settle: (body: unknown) => void;
};

/**
 * A lost answer may have been a success. With the same key, the server returns its stored answer: nothing is done
 * twice, and a patient's own booking is not reported as taken by someone else.
 */
export function createIdempotencyKeys(newKey: () => string = randomKey): IdempotencyKeys {
  const keys = new Map<string, string>();
  return {
    keyFor: (body) => {
      const text = JSON.stringify(body);
      const key = keys.get(text) ?? newKey();
      keys.set(text, key);
      return key;
    },
    settle: (body) => void keys.delete(JSON.stringify(body)),
  };
}

/** 128 random bits. `crypto.randomUUID` is not available without https. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The options of a call that the server carries out once. */
export type CallOnce = { context: { idempotencyKey: string } };

/**
 * A mutation that the server carries out once, even if the same variables are sent again because there was no answer. The
 * whole request must come from the variables, or from values that do not change while the keys exist.
 */
export function useIdempotentMutation<Answer, Variables, Failure = Error>({
  mutationFn,
  keys: given,
  ...options
}: Omit<UseMutationOptions<Answer, Failure, Variables>, 'mutationFn'> & {
  mutationFn: (variables: Variables, once: CallOnce) => Promise<Answer>;
  /** Keys that outlive the component. Default: they end with it. */
  keys?: IdempotencyKeys;
}): UseMutationResult<Answer, Failure, Variables> {
  const [own] = useState(() => createIdempotencyKeys());
  const keys = given ?? own;
  return useMutation({
    ...options,
    mutationFn: (variables) => mutationFn(variables, { context: { idempotencyKey: keys.keyFor(variables) } }),
    onSettled: (...settled) => {
      const [, error, variables] = settled;
      if (!error || readFailure(error).kind === 'refused') keys.settle(variables);
      return options.onSettled?.(...settled);
    },
  });
}
