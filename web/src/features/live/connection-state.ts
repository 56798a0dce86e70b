import { useSyncExternalStore } from 'react';

let lostSince: number | undefined;
const listeners = new Set<() => void>();

/** For the connection only. @param since when the server was last heard, in epoch milliseconds; undefined: connected */
export function setLostSince(since: number | undefined): void {
  if (since === lostSince) return;
  lostSince = since;
  for (const listener of listeners) listener();
}

/** Since when the live connection is lost, in epoch milliseconds; undefined while it works or reconnects at once. */
export function useLostSince(): number | undefined {
  return useSyncExternalStore(subscribe, () => lostSince);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
