import { afterEach, expect, it, vi } from 'vitest';
import { ApiError, getJson, postJson, reach, unreachable } from './http.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A server that accepts connections and never answers, and the time limits that requests were given. */
function hangingServer() {
  const limits: AbortController[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    limits.push(limit);
    return limit.signal;
  });
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    return new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
  });
  return limits;
}

it('gives up a change that gets no answer, with a message that can be shown', async () => {
  const limits = hangingServer();
  const change = postJson('/api/change', {});
  expect(limits).toHaveLength(1);
  limits[0]?.abort(new DOMException('Too late.', 'TimeoutError'));
  await expect(change).rejects.toEqual(new ApiError({ message: unreachable, status: 0 }));
});

it('lets what loads wait, and a change whose caller decides how long', () => {
  const limits = hangingServer();
  void getJson('/api/page');
  void reach('/api/table.csv', { method: 'GET' });
  void postJson('/api/change', {}, new AbortController().signal);
  expect(limits).toEqual([]);
});
