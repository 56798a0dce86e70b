import type { moveRefusals } from '@openhours/contract/booking.ts';
import type { appointmentChanged } from '@openhours/contract/versions.ts';
import type { ORPCErrorConstructorMap } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { refusalError } from './refusal-error.ts';
import type { Refusal } from './rules.ts';

/** Why an appointment was not changed, moved or cancelled. */
export type NotChanged =
  | { readonly kind: 'not-found' }
  | { readonly kind: 'changed-meanwhile'; readonly version: number }
  | { readonly kind: 'impossible'; readonly message: string };

interface ChangeErrors extends ORPCErrorConstructorMap<typeof appointmentChanged> {
  NOT_FOUND(): Error;
  NOT_POSSIBLE(options: { message: string }): Error;
}

/** The error that a call throws for this outcome. */
export function notChangedError(outcome: NotChanged, errors: ChangeErrors): Error {
  switch (outcome.kind) {
    case 'not-found':
      return errors.NOT_FOUND();
    case 'changed-meanwhile':
      return errors.CHANGED_MEANWHILE({ data: { version: outcome.version } });
    case 'impossible':
      return errors.NOT_POSSIBLE({ message: outcome.message });
  }
}

/** The same for a move, which can also be refused because of the new time. */
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
