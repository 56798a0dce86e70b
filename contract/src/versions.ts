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

/** The version that the caller edited. Without it, the call replaces whatever is stored. */
export const EditedVersion = z.number().int().min(0).max(MAX_INTEGER).optional();
