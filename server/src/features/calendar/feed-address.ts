import { v4 as uuidv4 } from 'uuid';
import type { RequestKey } from '../../call/request-key.ts';
import { isSame, signature, signedToken } from '../../call/signature.ts';

/** The path below which feeds are; the request log leaves out what follows. */
export const FEEDS_PATH = '/calendars/';

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43}\.ics$/;

/**
 * The address of a feed: its id, and 256 bits that only a server with this secret can make. So it can be shown to its
 * owner again, and is stored nowhere.
 */
export function feedAddress(feedId: string, { publicUrl, secret }: { publicUrl: string; secret: string }): string {
  return `${publicUrl}${FEEDS_PATH}${fileOf(feedId, secret)}`;
}

/**
 * The id of the feed that a request creates. A repeated request with the same `Idempotency-Key` gets the same id. Without a
 * key, it is random. It contains no time.
 */
export function newFeedId(requestKey: RequestKey | undefined, secret: string): string {
  if (!requestKey) return uuidv4();
  const { caller, key, requestHash } = requestKey;
  return uuidv4({ random: signature(secret, `id of a calendar feed ${caller} ${requestHash} ${key}`).subarray(0, 16) });
}

/** The id of the feed with this file name, if the name is right. */
export function feedIdOf(file: string, secret: string): string | undefined {
  const [, id] = FILE.exec(file) ?? [];
  return id !== undefined && isSame(file, fileOf(id, secret)) ? id : undefined;
}

function fileOf(feedId: string, secret: string): string {
  return `${signedToken(secret, { purpose: 'calendar feed', says: [feedId] })}.ics`;
}
