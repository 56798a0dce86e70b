import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * What only a server with this secret can make of a text: HMAC-SHA-256, 32 bytes.
 *
 * @param text begins with its purpose ('visit …'), so that a signature for one purpose is wrong for every other
 */
export function signature(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

/**
 * A token for a link: what it says, separated by dots, and a signature. The signature also depends on what the token is bound
 * to and does not say, such as an email address. To check a token, make it again and compare (`isSame`): they differ if what it
 * is bound to has changed. No part may contain a space.
 */
export function signedToken(
  secret: string,
  { purpose, says = [], boundTo = [] }: { purpose: string; says?: readonly string[]; boundTo?: readonly string[] },
): string {
  return [...says, signature(secret, [purpose, ...says, ...boundTo].join(' ')).toString('base64url')].join('.');
}

/** Whether a text that somebody sent is the right one. How long this takes does not say where they differ. */
export function isSame(given: string, right: string): boolean {
  const [sent, kept] = [Buffer.from(given), Buffer.from(right)];
  return sent.length === kept.length && timingSafeEqual(sent, kept);
}
