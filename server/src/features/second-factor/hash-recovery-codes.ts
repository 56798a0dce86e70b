import * as z from 'zod';
import { hashAlike, hashPassword } from '../identity/index.ts';

const Codes = z.array(z.string());
const isHash = (code: string) => code.startsWith('$');

/**
 * How the service stores recovery codes: hashed like passwords, all codes of a person with the same salt. The service looks for
 * a code among the stored ones, so it is given the hash of what was entered (`hashLikeStored`).
 */
export const recoveryCodesAreHashed = {
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
};

/** What a recovery code is among these stored ones, if it is there. */
export async function hashLikeStored(code: string, stored: string): Promise<string | undefined> {
  const [first] = Codes.parse(JSON.parse(stored));
  return first === undefined ? undefined : hashAlike(code, first);
}

/** Whether these are the codes of which the hashes are stored. They are random, so the first one tells. */
export async function areStored(codes: readonly string[], stored: string): Promise<boolean> {
  const [hash] = Codes.parse(JSON.parse(stored));
  return hash !== undefined && codes[0] !== undefined && (await hashAlike(codes[0], hash)) === hash;
}
