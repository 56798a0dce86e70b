import { BackupProblem } from '../backup/format.ts';
import { ConfigError } from '../config/config-error.ts';
import { DatabaseUnavailable } from '../database/database-unavailable.ts';
import { errorCode } from '../error-code.ts';

/** Exits: with one sentence if the operator can fix it, else with all details. */
export function stopWith(error: unknown): never {
  const sentence = sentenceForOperator(error);
  console.error(sentence === undefined ? error : `Openhours: ${sentence}`);
  process.exit(1);
}

/** A file that the system refuses: no room, no right, a read-only disk, too many open files, a broken disk. */
const OF_THE_SYSTEM: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EACCES',
  'EPERM',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'EIO',
]);
const INSUFFICIENT_PRIVILEGE = '42501';

/** What the operator can fix, as a sentence; `undefined` for a bug of ours. Pure. */
export function sentenceForOperator(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ([BackupProblem, ConfigError, DatabaseUnavailable].some((kind) => error instanceof kind)) return error.message;
  const code = errorCode(error);
  // Node's text begins with the code, and ends with the path.
  const isAboutFile = 'path' in error || ('syscall' in error && error.syscall === 'write');
  if (isAboutFile && OF_THE_SYSTEM.has(code)) return `The system refuses a file: ${error.message}.`;
  if (code === INSUFFICIENT_PRIVILEGE) {
    return (
      `The database refuses the role of DATABASE_URL: ${error.message}. The role must own the database and what is in it: ` +
      'as its administrator, run `alter database NAME owner to ROLE`, and in it `reassign owned by FORMER to ROLE`.'
    );
  }
  return sentenceForOperator(error.cause);
}
