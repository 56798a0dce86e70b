import { ORPCError } from '@orpc/client';
import { fallbackMessage, fieldOf, textField } from './http.ts';

/**
 * Returns an answer unless it says `acknowledged: false`, which is a refusal whatever its HTTP status. Throws that like
 * the contract's own refusals.
 */
export function requireAcknowledged<Answer>(answer: Answer): Answer {
  if (fieldOf(answer, 'acknowledged') !== false) return answer;
  throw new ORPCError(textField(answer, 'code') ?? 'NOT_ACKNOWLEDGED', {
    status: refusedStatus,
    message: textField(answer, 'message') ?? fallbackMessage(refusedStatus),
    data: answer,
  });
}

const refusedStatus = 409;
