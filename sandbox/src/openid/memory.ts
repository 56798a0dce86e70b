import type { Adapter, AdapterPayload } from 'oidc-provider';

const MAX_KEPT = 2000;

/** Stores the provider's sessions, grants and codes in memory; the oldest are dropped first. */
export function memoryOf(): (kind: string) => Adapter {
  const kept = new Map<string, { payload: AdapterPayload; until: number }>();

  const find = (key: string) => {
    const entry = kept.get(key);
    if (entry && entry.until > Date.now()) return entry.payload;
    kept.delete(key);
    return undefined;
  };
  const findBy = (kind: string, fits: (payload: AdapterPayload) => boolean) => {
    const keys = [...kept.keys()].filter((key) => key.startsWith(`${kind}:`));
    return keys.map(find).find((payload) => payload !== undefined && fits(payload));
  };

  return (kind) => ({
    async upsert(id, payload, seconds) {
      kept.delete(`${kind}:${id}`);
      kept.set(`${kind}:${id}`, { payload, until: seconds === undefined ? Infinity : Date.now() + seconds * 1000 });
      for (const oldest of kept.keys()) {
        if (kept.size <= MAX_KEPT) break;
        kept.delete(oldest);
      }
    },
    find: async (id) => find(`${kind}:${id}`),
    findByUid: async (uid) => findBy(kind, (payload) => payload.uid === uid),
    findByUserCode: async (userCode) => findBy(kind, (payload) => payload.userCode === userCode),
    async consume(id) {
      const payload = find(`${kind}:${id}`);
      if (payload) payload.consumed = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      kept.delete(`${kind}:${id}`);
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key);
    },
  });
}
