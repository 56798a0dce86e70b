import { type DestinationStream, type Logger, pino } from 'pino';
import { loggedError } from './logged-error.ts';

/** A log that leaves out personal data in errors, as do its children. Writes to the standard output by default. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, serializers: { err: loggedError } };
  return destination ? pino(options, destination) : pino(options);
}
