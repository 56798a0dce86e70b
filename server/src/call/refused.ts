/** Why a use case does not do what a call asks for: an error of the call's contract. Without `message`, it has the contract's. */
interface Refused {
  readonly kind: 'refused';
  readonly code: string;
  readonly message?: string;
  readonly data?: unknown;
}

/** What an outcome gives to the error with this code. */
type Given<Outcome, Code> = Outcome extends { readonly code: infer Some }
  ? Code extends Some
    ? Omit<Outcome, 'kind' | 'code'>
    : never
  : never;

/** The errors of a call that can be refused in this way. */
export type ErrorsFor<Outcome extends Refused> = {
  readonly [Code in Outcome['code']]: (given: Given<Outcome, Code>) => Error;
};

/**
 * The error with which a call is refused.
 *
 * @param errors those that the call's contract declares: the compiler refuses an outcome that is not among them
 */
export function refusedError<const Outcome extends Refused>(outcome: Outcome, errors: ErrorsFor<Outcome>): Error {
  const code: Outcome['code'] = outcome.code;
  const create: (given: never) => Error = errors[code];
  return create(outcome as never);
}
