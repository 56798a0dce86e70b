import { BackupProblem } from '../backup/format.ts';
import { ConfigError } from '../config/config-error.ts';
import { DatabaseUnavailable } from '../database/database-unavailable.ts';

/** Exits: with one sentence if the operator can fix it, else with all details. */
export function stopWith(error: unknown): never {
  const isForOperator = [BackupProblem, ConfigError, DatabaseUnavailable].some((kind) => error instanceof kind);
  console.error(isForOperator ? `Openhours: ${error instanceof Error ? error.message : ''}` : error);
  process.exit(1);
}
