import { createHash, timingSafeEqual } from 'node:crypto';
import type { HostedNotice } from './port.ts';

const MOST_SIGNED_FIELDS = 60;
/** What a signature has to cover, or it says nothing about this payment. */
const MUST_BE_SIGNED = ['tran_id', 'amount', 'status'];

/** What a notification tells. `undefined`: it is not signed with this password, or names no order. */
export function readSslcommerzNotice(fields: URLSearchParams, storePassword: string): HostedNotice | undefined {
  return isSigned(fields, storePassword) ? noticeIn(fields) : undefined;
}

/**
 * The signature of a notification: of the fields that `verify_key` names, and the md5 of the password as
 * `store_passwd`, sorted by name and joined as in a query, the md5. A filter against noise and no more.
 */
function isSigned(fields: URLSearchParams, storePassword: string): boolean {
  const names = (fields.get('verify_key') ?? '').split(',');
  const given = fields.get('verify_sign') ?? '';
  if (names.length > MOST_SIGNED_FIELDS || !MUST_BE_SIGNED.every((name) => names.includes(name))) return false;
  const signed = new Map(names.map((name) => [name, fields.get(name) ?? '']));
  signed.set('store_passwd', md5(storePassword));
  const line = [...signed.keys()]
    .toSorted()
    .map((name) => `${name}=${signed.get(name)}`)
    .join('&');
  const right = Buffer.from(md5(line));
  const said = Buffer.from(given.toLowerCase());
  return right.length === said.length && timingSafeEqual(right, said);
}

const md5 = (line: string) => createHash('md5').update(line).digest('hex');

function noticeIn(fields: URLSearchParams): HostedNotice | undefined {
  const reference = fields.get('tran_id') ?? '';
  if (!/^[\w-]{1,40}$/.test(reference)) return undefined;
  const validationId = fields.get('val_id') ?? '';
  const bankReference = fields.get('bank_tran_id') || undefined;
  return { reference, validationId: /^[\w-]{1,60}$/.test(validationId) ? validationId : undefined, bankReference };
}
