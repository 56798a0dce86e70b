import { fieldOf } from './http.ts';

/** For what was pressed and not typed: the server's own sentence where it gave one. */
export function failureMessage(error: unknown): string {
  const status = fieldOf(error, 'status');
  return error instanceof Error && typeof status === 'number' && status > 0
    ? error.message
    : 'We could not reach the server. Check your connection and try again.';
}

/** The server answered and said no, as against no answer or one that is a fault of its own. */
export function isAnsweredNo(error: unknown): boolean {
  const status = fieldOf(error, 'status');
  return typeof status === 'number' && status >= 400 && status < 500;
}
