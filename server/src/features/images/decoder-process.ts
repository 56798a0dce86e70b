import { writeFileSync } from 'node:fs';
import { prepareImage } from './prepare-image.ts';
import { DECODER_MEMORY_BYTES } from './rules.ts';

// The program of the decoder process, which `decoder.ts` starts. Each message is a file; each answer is a `Preparation`.

const CHECK_MEMORY_MILLIS = 5;

const endNow = () => void process.kill(process.pid, 'SIGKILL');

// When memory runs out, Linux kills the process with the highest score: this one, not the server.
if (process.platform === 'linux') {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // A container without a writable /proc: the memory check below still works.
  }
}

// The server has ended. `exit` would wait for a picture that is being decoded.
process.once('disconnect', endNow);

process.on('message', async (file: Uint8Array) => {
  // Node limits its own heap but no native memory. Decoding runs on another thread, so this timer runs on time.
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > DECODER_MEMORY_BYTES) endNow();
  }, CHECK_MEMORY_MILLIS);
  const preparation = await prepareImage(file);
  clearInterval(watch);
  process.send?.(preparation);
});

process.send?.('ready');
