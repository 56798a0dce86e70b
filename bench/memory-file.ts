import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The file to which a process writes its memory use. */
export const memoryFileOf = (pid: number): string => join(tmpdir(), `openhours-bench-memory-${pid}`);
