import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { boundedFetch } from '../bounded-fetch.ts';
import type { BreachedPasswords } from './port.ts';

const PREFIX = 5;

/**
 * The range API of Pwned Passwords (https://haveibeenpwned.com/API/v3#PwnedPasswords), of the public service or a copy of
 * it. It gets the first five digits of the password's SHA-1, which hundreds of passwords have, and answers with the other
 * digits and a count of each. Padding, rows that count 0, hides the prefix from whoever sees the length of the answer.
 *
 * @param service.url without a trailing slash
 */
export function createPwnedPasswords({ url, log }: { url: string; log: Logger }): BreachedPasswords {
  async function find(password: string): Promise<boolean> {
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
    const response = await boundedFetch(`${url}/range/${hash.slice(0, PREFIX)}`, {
      headers: { 'add-padding': 'true' },
    });
    if (!response.ok) throw new Error(`The service answered with status ${response.status}.`);
    const rows = (await response.text()).split(/\r?\n/).map((row) => row.split(':'));
    return rows.some(([rest, count]) => rest?.toUpperCase() === hash.slice(PREFIX) && Number(count) > 0);
  }

  return {
    has: (password) =>
      find(password).catch((error: unknown) => {
        log.warn({ err: error }, 'a new password could not be compared with breached ones');
        return undefined;
      }),
  };
}
