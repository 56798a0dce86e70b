import { createHash } from 'node:crypto';
import { isSame } from '../../call/signature.ts';
import type { HostedNotice } from './port.ts';

const MOST_SIGNED_FIELDS = 60;
/** The fields that a signature must cover. */
const MUST_BE_SIGNED = ['tran_id', 'amount', 'status'];

/** Parses a notification. `undefined`: it is not signed with this password, or names no order. */
export function readSslcommerzNotice(fields: URLSearchParams, storePassword: string): HostedNotice | undefined {
  return isSigned(fields, storePassword) ? noticeIn(fields) : undefined;
}

/**
 * The signature of a notification: the md5 of the fields named in `verify_key` and of the password's md5 as
 * `store_passwd`, sorted by name and joined as in a query. It only filters noise.
 */
function isSigned(fields: URLSearchParams, storePassword: string): boolean {
  const names = signedNames(fields);
  const given = fields.get('verify_sign') ?? '';
  if (names.length > MOST_SIGNED_FIELDS || !MUST_BE_SIGNED.every((name) => names.includes(name))) return false;
  const signed = new Map(names.map((name) => [name, fields.get(name) ?? '']));
  signed.set('store_passwd', md5(storePassword));
  const line = [...signed.keys()]
    .toSorted()
    .map((name) => `${name}=${signed.get(name)}`)
    .join('&');
  return isSame(given.toLowerCase(), md5(line));
}

const signedNames = (fields: URLSearchParams) => (fields.get('verify_key') ?? '').split(',');
const md5 = (line: string) => createHash('md5').update(line).digest('hex');

function noticeIn(fields: URLSearchParams): HostedNotice | undefined {
  const reference = fields.get('tran_id') ?? '';
  if (!/^[\w-]{1,40}$/.test(reference)) return undefined;
  const bankReference = fields.get('bank_tran_id') || undefined;
  return { reference, validationId: validationIdIn(fields), bankReference };
}

/** The validation id of a success. Only the gateway can have written it: the signature covers it and the status. */
function validationIdIn(fields: URLSearchParams): string | undefined {
  const validationId = fields.get('val_id') ?? '';
  const isSuccess = ['VALID', 'VALIDATED'].includes(fields.get('status') ?? '');
  const isTaken = isSuccess && signedNames(fields).includes('val_id') && /^[\w-]{1,60}$/.test(validationId);
  return isTaken ? validationId : undefined;
}
