/**
 * Why a use case does not do what a call asks for: an error of the call's contract.
 *
 * @typeParam Given its message, if the contract's is not enough, and its data, if the contract asks for some
 */
export type Refused<Code extends string, Given extends { message?: string; data?: unknown } = object> = {
  readonly kind: 'refused';
  readonly code: Code;
} & Readonly<Given>;

/** What an outcome gives to the error with this code. */
type Given<Outcome, Code> = Outcome extends { readonly code: infer Some }
  ? Code extends Some
    ? Omit<Outcome, 'kind' | 'code'>
    : never
  : never;

/** The errors of a call that can be refused in this way. */
export type ErrorsFor<Outcome extends Refused<string>> = {
  readonly [Code in Outcome['code']]: (given: Given<Outcome, Code>) => Error;
};

/**
 * The error with which a call is refused.
 *
 * @param errors those that the call's contract declares: the compiler refuses an outcome that is not among them
 */
export function refusedError<const Outcome extends Refused<string>>(
  outcome: Outcome,
  errors: ErrorsFor<Outcome>,
): Error {
  const code: Outcome['code'] = outcome.code;
  const create: (given: never) => Error = errors[code];
  return create(outcome as never);
}
