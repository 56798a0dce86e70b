import { writeFileSync } from 'node:fs';
import { memoryFileOf } from './memory-file.ts';

/** Preloaded into a process whose memory is measured: at a signal, garbage goes, and what is left is written down. */
process.on('SIGUSR2', () => {
  for (let round = 0; round < 3; round += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(memoryFileOf(process.pid), String(heapUsed + external));
});
