import { createHmac } from 'node:crypto';
import { isSame } from '../../call/signature.ts';

/** Twilio's signature of a request to a webhook: of its whole URL, and its fields in the order of their names. */
export function isSignedByTwilio(request: {
  url: string;
  fields: URLSearchParams;
  signature: string;
  authToken: string;
}): boolean {
  const { url, fields, signature, authToken } = request;
  const text = [...fields]
    .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    .map(([name, value]) => name + value)
    .join('');
  const right = createHmac('sha1', authToken).update(url + text);
  return isSame(signature, right.digest('base64'));
}
