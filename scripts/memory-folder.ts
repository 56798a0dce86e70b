import { readFileSync, statfsSync } from 'node:fs';

const MEMORY = '/dev/shm';
/** More than a run of all tests uses at any time. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * A folder in memory, if the system has one that is large enough and may hold programs. The tests create and delete two
 * hundred databases of seven hundred files each; on a disk (ext4), looking for numbers for the new files costs more than
 * the files, because those of deleted files are not used again for half a minute.
 */
export function memoryFolder(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const [, , type, options = ''] =
      readFileSync('/proc/mounts', 'utf8')
        .split('\n')
        .map((line) => line.split(' '))
        .findLast(([, place]) => place === MEMORY) ?? [];
    const { bavail, bsize } = statfsSync(MEMORY);
    const isFit = type === 'tmpfs' && !options.split(',').some((option) => option === 'noexec' || option === 'ro');
    return isFit && Math.min(bavail * bsize, process.availableMemory()) > NEEDED_BYTES ? MEMORY : undefined;
  } catch {
    return undefined;
  }
}
