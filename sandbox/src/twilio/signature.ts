import { createHmac } from 'node:crypto';

/** Twilio's signature of a request to a webhook: of its whole URL, and its fields in the order of their names. */
export function signRequest(url: string, fields: Record<string, string>, authToken: string): string {
  const text = Object.entries(fields)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => name + value)
    .join('');
  return createHmac('sha1', authToken)
    .update(url + text)
    .digest('base64');
}
