import type { Refused } from '../../call/refused.ts';
/** Why an appointment cannot be changed, moved or cancelled. */
export type NotPossible = Refused<'NOT_FOUND'> | Refused<'NOT_POSSIBLE', { message: string }>;

/** Why an appointment was not changed, moved or cancelled. */
export type NotChanged = NotPossible | Refused<'CHANGED_MEANWHILE', { data: { version: number } }>;
