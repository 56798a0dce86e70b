import { createHash, timingSafeEqual } from 'node:crypto';
import type { StoredCode } from './store.ts';

/** How long the address that a start prints is valid. */
export const CODE_HOURS = 24;

export function hashOfCode(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Whether a code is the one that the last start printed. Takes as long for every code. */
export function isCode(code: string, { stored, now }: { stored: StoredCode | undefined; now: Date }): boolean {
  const expected = stored?.hash ?? hashOfCode('');
  const isSame = timingSafeEqual(Buffer.from(hashOfCode(code), 'hex'), Buffer.from(expected, 'hex'));
  return isSame && stored !== undefined && now < stored.expiresAt;
}
