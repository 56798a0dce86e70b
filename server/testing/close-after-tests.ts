import { afterAll } from 'vitest';

/**
 * Runs `close` once, however often it is called. What a test file starts at its top is closed after the file's tests, the last
 * started first. What a running test or hook starts is not: there, write `await using`.
 */
export function closeAfterTests(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | undefined;
  const closeOnce = () => (closing ??= close());
  afterAll(closeOnce);
  return closeOnce;
}
