/**
 * Whether a client has the answer with this tag already, by its `If-None-Match` (RFC 9110): a list of tags, or `*` for
 * any. A proxy that compresses answers makes tags weak.
 */
export function hasAnswer(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
