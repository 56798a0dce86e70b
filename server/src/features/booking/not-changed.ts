import type { moveRefusals } from '@openhours/contract/booking.ts';
import type { appointmentChanged } from '@openhours/contract/versions.ts';
import type { ORPCErrorConstructorMap } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { refusalError } from './refusal-error.ts';
import type { Refusal } from './rules.ts';

/** Why an appointment cannot be changed, moved or cancelled. */
export type NotPossible = { readonly kind: 'not-found' } | { readonly kind: 'impossible'; readonly message: string };

/** Why an appointment was not changed, moved or cancelled. */
export type NotChanged = NotPossible | { readonly kind: 'changed-meanwhile'; readonly version: number };

interface PossibleErrors {
  NOT_FOUND(): Error;
  NOT_POSSIBLE(options: { message: string }): Error;
}

interface ChangeErrors extends PossibleErrors, ORPCErrorConstructorMap<typeof appointmentChanged> {}

/** The error that a call throws for this outcome. */
export function notPossibleError(outcome: NotPossible, errors: PossibleErrors): Error {
  return outcome.kind === 'not-found' ? errors.NOT_FOUND() : errors.NOT_POSSIBLE({ message: outcome.message });
}

/** The error that a call throws if an appointment was not changed or cancelled. */
export function notChangedError(outcome: NotChanged, errors: ChangeErrors): Error {
  return outcome.kind === 'changed-meanwhile'
    ? errors.CHANGED_MEANWHILE({ data: { version: outcome.version } })
    : notPossibleError(outcome, errors);
}

/** The error that a call throws if an appointment was not moved. A move can also be refused because of the new time. */
export async function notMovedError(
  outcome: NotChanged | { readonly kind: 'refused'; readonly refusal: Refusal; readonly treatment: string },
  {
    context,
    errors,
    date,
    slot,
  }: {
    context: CallContext;
    errors: ChangeErrors & ORPCErrorConstructorMap<typeof moveRefusals>;
    date: string;
    slot: string;
  },
): Promise<Error> {
  if (outcome.kind !== 'refused') return notChangedError(outcome, errors);
  const { refusal, treatment } = outcome;
  return refusalError(refusal, { context, errors, wanted: { treatment, date, slot } });
}
