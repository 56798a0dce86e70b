import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a process writes how much it uses. */
export const memoryFileOf = (pid: number): string => join(tmpdir(), `openhours-bench-memory-${pid}`);
