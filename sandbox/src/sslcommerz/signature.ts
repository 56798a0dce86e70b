import { createHash } from 'node:crypto';

/**
 * Adds the gateway's signature: `verify_key` names the signed fields, `verify_sign` is the md5 of them and of the
 * password's md5, sorted by name. We assume that `verify_sign_sha2` is the same with SHA-256.
 */
export function signFields(fields: Record<string, string>, storePassword: string): Record<string, string> {
  const signed = { ...fields, store_passwd: digest('md5', storePassword) };
  const text = Object.entries(signed)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  return {
    ...fields,
    verify_key: Object.keys(fields).join(','),
    verify_sign: digest('md5', text),
    verify_sign_sha2: digest('sha256', text),
  };
}

function digest(algorithm: 'md5' | 'sha256', text: string): string {
  return createHash(algorithm).update(text).digest('hex');
}
