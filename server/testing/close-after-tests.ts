import { afterAll } from 'vitest';

/**
 * Runs `close` once, however often it is called. What a test file starts at its top is closed after the file's tests, the last
 * started first. It does not close what a running test or hook starts: use `await using` there.
 */
export function closeAfterTests(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  const closeOnce = () => (closing ??= close());
  afterAll(closeOnce);
  return closeOnce;
}
