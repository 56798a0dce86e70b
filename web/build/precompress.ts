import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { outputOf } from './output.ts';

/** Smaller files are not worth compressing. */
const worthwhileBytes = 1024;
const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

/** Writes a brotli and a gzip version of every text file at the highest compression. The server sends these. */
export function precompress(): Plugin {
  return {
    name: 'openhours:precompress',
    apply: 'build',
    sharedDuringBuild: true,
    buildApp: {
      order: 'post',
      async handler({ config }) {
        const dist = outputOf(config);
        for (const file of await readdir(dist, { recursive: true })) {
          if (/\.(js|css|svg)$/.test(file)) await compress(join(dist, file));
        }
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < worthwhileBytes) return;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await writeFile(`${file}.br`, await brotli(bytes, { params: quality }));
  await writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 }));
}
