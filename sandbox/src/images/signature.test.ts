import { describe, expect, it } from 'vitest';
import { type SignedRequest, signatureFault } from './signature.ts';

/** The example of a GET of an object, with its signature, in Amazon's documentation of Signature Version 4. */
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const now = new Date('2013-05-24T00:00:00Z');
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

function example(changes: { headers?: Record<string, string>; target?: string; method?: string } = {}): SignedRequest {
  return {
    method: changes.method ?? 'GET',
    target: changes.target ?? '/test.txt',
    body: new Uint8Array(),
    headers: new Headers({
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': EMPTY,
      'x-amz-date': '20130524T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
        'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
        'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
      ...changes.headers,
    }),
  };
}

it("accepts the example in Amazon's documentation", () => {
  expect(signatureFault(example(), { credentials, now })).toBeUndefined();
});

describe('refuses the example with', () => {
  it.each([
    ['another path', example({ target: '/other.txt' }), 'SignatureDoesNotMatch'],
    ['another method', example({ method: 'DELETE' }), 'SignatureDoesNotMatch'],
    ['a query', example({ target: '/test.txt?acl' }), 'SignatureDoesNotMatch'],
    ['another signed header', example({ headers: { range: 'bytes=0-99' } }), 'SignatureDoesNotMatch'],
    ['a body', { ...example(), body: new Uint8Array([1]) }, 'XAmzContentSHA256Mismatch'],
    ['no signature', example({ headers: { authorization: 'Bearer x' } }), 'AuthorizationHeaderMalformed'],
  ] as const)('%s', (_what, request, fault) => {
    expect(signatureFault(request, { credentials, now })).toBe(fault);
  });

  it('another secret, another key or another time', () => {
    const wrongSecret = { ...credentials, secretAccessKey: 'x' };
    expect(signatureFault(example(), { credentials: wrongSecret, now })).toBe('SignatureDoesNotMatch');
    const otherKey = { ...credentials, accessKeyId: 'x' };
    expect(signatureFault(example(), { credentials: otherKey, now })).toBe('InvalidAccessKeyId');
    const later = new Date('2013-05-24T00:16:00Z');
    expect(signatureFault(example(), { credentials, now: later })).toBe('RequestTimeTooSkewed');
  });
});
