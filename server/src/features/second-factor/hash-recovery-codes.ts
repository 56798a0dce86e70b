import * as z from 'zod';
import { hashAlike } from '../identity/index.ts';

const Codes = z.array(z.string());
const isHash = (code: string) => code.startsWith('$');

/**
 * For the identity service, which stores recovery codes as `encrypt` returns them: each is hashed like a password. All codes of
 * a person have the same salt, because the service looks for a code in the stored list, and gets its hash instead of the code
 * (`hashLikeStored`).
 */
export const recoveryCodesHashedBy = (hashPassword: (code: string) => Promise<string>) => ({
  /** @param json new codes as they are, or the stored ones that are left after one was used */
  async encrypt(json: string): Promise<string> {
    const codes = Codes.parse(JSON.parse(json));
    const [first] = codes;
    if (first === undefined || isHash(first)) return json;
    const hashes = [await hashPassword(first)];
    for (const code of codes.slice(1)) hashes.push(await hashAlike(code, hashes[0] ?? ''));
    return JSON.stringify(hashes);
  },
  decrypt: async (stored: string): Promise<string> => stored,
});

/** The hash of a code, with the salt of the stored ones; `undefined` if no code is left. */
export async function hashLikeStored(code: string, stored: string): Promise<string | undefined> {
  const [first] = Codes.parse(JSON.parse(stored));
  return first === undefined ? undefined : hashAlike(code, first);
}

/** Whether the stored hashes are those of these codes. Codes are random, so comparing the first one is enough. */
export async function areStored(codes: readonly string[], stored: string): Promise<boolean> {
  const [hash] = Codes.parse(JSON.parse(stored));
  return hash !== undefined && codes[0] !== undefined && (await hashAlike(codes[0], hash)) === hash;
}
