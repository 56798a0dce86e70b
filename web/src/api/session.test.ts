import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { guardUnsaved, hasUnsaved } from '../ui/unsaved.ts';
import { isSigningOut, signOut } from './session.ts';

let stopGuarding: () => void;
const assign = vi.fn<(destination: string) => void>();

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('location', { assign });
  for (const storage of ['localStorage', 'sessionStorage']) {
    vi.stubGlobal(storage, { removeItem: () => undefined, clear: () => undefined });
  }
  vi.spyOn(console, 'error').mockReturnValue();
  stopGuarding = guardUnsaved(() => true);
});
afterEach(() => {
  stopGuarding();
  assign.mockReset();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('still asks about what is unsaved after a sign-out that failed', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const signingOut = signOut('/');
  expect(hasUnsaved()).toBe(false);
  expect(await signingOut).toBe(false);
  expect(isSigningOut()).toBe(false);
  expect(hasUnsaved()).toBe(true);
  expect(assign).not.toHaveBeenCalled();
});

it('fails to sign out if the server does not answer in time', async () => {
  const deadline = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal);
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('Too late.', 'TimeoutError')));
    });
  });
  const signingOut = signOut('/');
  deadline.abort();
  expect(await signingOut).toBe(false);
  expect(isSigningOut()).toBe(false);
});
