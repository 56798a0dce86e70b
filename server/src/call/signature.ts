import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * What only a server with this secret can make of a text: HMAC-SHA-256, 32 bytes.
 *
 * @param text begins with its purpose ('visit …'), so that a signature for one purpose is wrong for every other
 */
export function signature(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

/** Whether a text that somebody sent is the right one. How long this takes does not say where they differ. */
export function isSame(given: string, right: string): boolean {
  const [sent, kept] = [Buffer.from(given), Buffer.from(right)];
  return sent.length === kept.length && timingSafeEqual(sent, kept);
}
