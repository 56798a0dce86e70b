import { writeFileSync } from 'node:fs';
import { memoryFileOf } from './memory-file.ts';

/** Preloaded into a process whose memory is measured: on a signal, collects garbage and writes the memory use. */
process.on('SIGUSR2', () => {
  for (let round = 0; round < 3; round += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(memoryFileOf(process.pid), String(heapUsed + external));
});
