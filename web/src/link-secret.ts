/**
 * The secret of the link that opened this page. Links in emails have it in the fragment, which browsers send to nobody, so
 * that it is in no log.
 */
export function linkSecret(name: 'token' | 'code', { hash }: Pick<Location, 'hash'>): string {
  return new URLSearchParams(hash.slice(1)).get(name) ?? '';
}
