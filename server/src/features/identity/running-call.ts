import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What we know about the running call of the identity service. If the database fails, the service only logs the reason
 * and does not answer it. It also does not say which hash it compared a password with.
 */
const running = new AsyncLocalStorage<{ reason?: Error | undefined; comparedHash?: string }>();

/** For the service's logger. */
export function noteHiddenError(error: Error | undefined): void {
  const store = running.getStore();
  if (store) store.reason = error;
}

/** What the service has logged during this call of it. */
export function hiddenError(): Error | undefined {
  return running.getStore()?.reason;
}

/** Runs a call of the service. An error that it throws has the hidden one as its cause. */
export function findingHiddenError<T>(call: () => Promise<T>): Promise<T> {
  return running.run({}, async () => {
    try {
      return await call();
    } catch (error) {
      const cause = hiddenError();
      throw cause ? new Error('The identity service failed', { cause }) : error;
    }
  });
}

/** For the comparison of passwords. */
export function noteComparedHash(hash: string): void {
  const store = running.getStore();
  if (store) store.comparedHash = hash;
}

/** The hash that this call compared a password with, or the new hash once it has changed the password. */
export function comparedHash(): string | undefined {
  return running.getStore()?.comparedHash;
}
