import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export interface SignedRequest {
  method: string;
  /** As received: path and query, still encoded. */
  target: string;
  headers: Headers;
  body: Uint8Array;
}

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

export type SignatureFault =
  | 'AccessDenied'
  | 'AuthorizationHeaderMalformed'
  | 'InvalidAccessKeyId'
  | 'RequestTimeTooSkewed'
  | 'XAmzContentSHA256Mismatch'
  | 'SignatureDoesNotMatch';

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/,]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
const MAX_SKEW_MILLIS = 15 * 60_000;
const MUST_BE_SIGNED = ['host', 'x-amz-content-sha256', 'x-amz-date'];

/**
 * Checks a request like Amazon's S3 (Signature Version 4, in the Authorization header, over the whole body),
 * independently of the client's code. Returns the code of the error, or `undefined`.
 */
export function signatureFault(
  request: SignedRequest,
  { credentials, now }: { credentials: Credentials; now: Date },
): SignatureFault | undefined {
  const { headers, body } = request;
  const authorization = headers.get('authorization');
  if (authorization === null) return 'AccessDenied';
  const [, keyId = '', day = '', region = '', names = '', signature = ''] = AUTHORIZATION.exec(authorization) ?? [];
  if (signature === '') return 'AuthorizationHeaderMalformed';
  if (keyId !== credentials.accessKeyId) return 'InvalidAccessKeyId';

  const signed = names.split(';');
  if (!MUST_BE_SIGNED.every((name) => signed.includes(name))) return 'AuthorizationHeaderMalformed';
  const time = headers.get('x-amz-date') ?? '';
  if (!time.startsWith(day) || !isNear(time, now)) return 'RequestTimeTooSkewed';
  const bodyHash = sha256(body);
  if (headers.get('x-amz-content-sha256') !== bodyHash) return 'XAmzContentSHA256Mismatch';

  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest(request, signed, bodyHash))].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

function canonicalRequest({ method, target, headers }: SignedRequest, signed: string[], bodyHash: string): string {
  const [path = '/', query = ''] = target.split('?', 2);
  const values = signed.map((name) => `${name}:${(headers.get(name) ?? '').trim().replaceAll(/ +/g, ' ')}\n`);
  // S3 encodes a path once, as it is on the wire.
  return [method, path, canonicalQuery(query), values.join(''), signed.join(';'), bodyHash].join('\n');
}

function canonicalQuery(query: string): string {
  const pairs = query === '' ? [] : query.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`));
  return pairs.toSorted().join('&');
}

/** Whether '20240105T100000Z' is close enough to now. */
function isNear(time: string, now: Date): boolean {
  const iso = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return Math.abs(Date.parse(iso) - now.getTime()) <= MAX_SKEW_MILLIS;
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

function hmac(key: string | Buffer, data: string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}
