import { createHash, timingSafeEqual } from 'node:crypto';
import type { StoredCode } from './store.ts';

/** How long a printed set-up address is valid. */
export const CODE_HOURS = 24;

export function hashOfCode(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

/** Whether a code matches the stored one and has not expired. Compares hashes in constant time. */
export function isCode(code: string, { stored, now }: { stored: StoredCode | undefined; now: Date }): boolean {
  const expected = stored?.hash ?? hashOfCode('');
  const isSame = timingSafeEqual(Buffer.from(hashOfCode(code), 'hex'), Buffer.from(expected, 'hex'));
  return isSame && stored !== undefined && now < stored.expiresAt;
}
