import { ConfigError } from '../config/config-error.ts';
import { DatabaseUnavailable } from '../database/database-unavailable.ts';

/** Exits: with one sentence if the operator can fix it, else with all details. */
export function stopWith(error: unknown): never {
  const isForOperator = error instanceof ConfigError || error instanceof DatabaseUnavailable;
  console.error(isForOperator ? `Openhours: ${error.message}` : error);
  process.exit(1);
}
