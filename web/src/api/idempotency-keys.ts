/** The keys under which what one opened window or form asks for is sent. */
export type IdempotencyKeys = {
  /** The key of this body: the same one until `settle`, however often it is sent and whatever was sent in between. */
  keyFor: (body: object) => string;
  /** The server has given its last word on this body: to send it again is a new wish. */
  settle: (body: object) => void;
};

/**
 * An answer that got lost may have been a yes. Sent again under its key the request is answered from what the
 * server kept, so nothing is done twice, and nobody is told of their own booking as of somebody else's.
 */
export function createIdempotencyKeys(newKey: () => string = randomKey): IdempotencyKeys {
  const keys = new Map<string, string>();
  return {
    keyFor: (body) => {
      const text = JSON.stringify(body);
      const key = keys.get(text) ?? newKey();
      keys.set(text, key);
      return key;
    },
    settle: (body) => void keys.delete(JSON.stringify(body)),
  };
}

/** 128 random bits. Not `crypto.randomUUID`, which browsers withhold from a clinic without https. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
