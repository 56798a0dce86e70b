import type { moveRefusals } from '@openhours/contract/booking.ts';
import type { ORPCErrorConstructorMap } from '@orpc/server';
import type { MoveOutcome } from './move-appointment.ts';
import { refusalError } from './refusal-error.ts';
import { refusalMessage } from './rules.ts';

/** The error with which a call says why an appointment was not moved. */
export function moveRefusal(
  outcome: Exclude<MoveOutcome, { kind: 'moved' | 'not-found' }>,
  { errors, date, slot }: { errors: ORPCErrorConstructorMap<typeof moveRefusals>; date: string; slot: string },
): Error {
  switch (outcome.kind) {
    case 'changed-meanwhile':
      return errors.CHANGED_MEANWHILE({ data: { version: outcome.version } });
    case 'impossible':
      return errors.NOT_POSSIBLE({ message: outcome.message });
    case 'refused':
  }
  const { refusal, treatment } = outcome;
  return refusalError(refusal, { errors, message: refusalMessage(refusal, { treatment, date, slot }) });
}
