import * as z from 'zod';
import { MAX_INTEGER } from './wire.ts';

/** Somebody else saved after the caller loaded what they edit. */
export const changedMeanwhile = {
  CHANGED_MEANWHILE: {
    status: 409,
    message: 'Somebody else changed this in the meantime. Please load it again.',
    data: z.object({ version: z.number().int() }),
  },
} as const;

/** The same for an appointment, which its patient may have changed themselves, in another window. */
export const appointmentChanged = {
  CHANGED_MEANWHILE: {
    ...changedMeanwhile.CHANGED_MEANWHILE,
    message: 'This appointment has changed in the meantime. Please look at it again.',
  },
} as const;

/** The version that the caller edited. Without it, the call replaces whatever is stored. */
export const EditedVersion = z.number().int().min(0).max(MAX_INTEGER).optional();
