import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The disk space for all bodies together. */
const MAX_SPOOLED_BYTES = 512 * 1024 * 1024;

/** A body that has arrived completely, on disk. */
interface SpooledBody {
  read(): Promise<Uint8Array<ArrayBuffer>>;
  /** Frees its space. Must be called when it is no longer needed. */
  discard(): Promise<void>;
}

export type Spooling = SpooledBody | 'too-large' | 'too-slow' | 'no-space';

export interface Spool {
  /** Receives the body of a request. An incomplete body has been deleted when this settles. */
  receive(request: Request, limits: { maxBytes: number; deadlineMillis: number }): Promise<Spooling>;
}

/**
 * Receives bodies into files, so slow clients cost a connection and disk space but no memory. A file is unlinked right
 * after it is opened, so it disappears with the process even after a crash.
 */
export function createSpool({
  directory,
  maxSpooledBytes = MAX_SPOOLED_BYTES,
}: {
  directory: string;
  maxSpooledBytes?: number;
}): Spool {
  let spooledBytes = 0;

  return {
    async receive(request, { maxBytes, deadlineMillis }) {
      if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return 'too-large';
      const file = await openUnnamed(directory);
      let size = 0;
      const discard = async () => {
        spooledBytes -= size;
        size = 0;
        await file.close();
      };

      const receive = async (): Promise<Spooling> => {
        for await (const chunk of chunksOf(request, deadlineMillis)) {
          if (chunk === 'too-slow') return 'too-slow';
          if (size + chunk.byteLength > maxBytes) return 'too-large';
          if (spooledBytes + chunk.byteLength > maxSpooledBytes) return 'no-space';
          size += chunk.byteLength;
          spooledBytes += chunk.byteLength;
          await file.writeFile(chunk);
        }
        return { read: () => readWhole(file, size), discard };
      };

      let received: Spooling | undefined;
      try {
        received = await receive();
        return received;
      } finally {
        if (typeof received !== 'object') await discard();
      }
    },
  };
}

async function openUnnamed(directory: string): Promise<FileHandle> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}

async function readWhole(file: FileHandle, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; ) {
    // A read may end early. The next one goes on from there.
    const { bytesRead } = await file.read(bytes, at, size - at, at);
    if (bytesRead === 0) throw new Error('A spooled body is shorter than expected');
    at += bytesRead;
  }
  return bytes;
}

/** The body as it arrives; ends with 'too-slow' if it misses the deadline. */
async function* chunksOf(request: Request, deadlineMillis: number): AsyncGenerator<Uint8Array | 'too-slow'> {
  const reader = request.body?.getReader();
  if (!reader) return;
  let isLate = false;
  // Cancelling ends a pending `read`.
  const deadline = setTimeout(() => {
    isLate = true;
    void reader.cancel().catch(() => undefined);
  }, deadlineMillis);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isLate) yield 'too-slow';
      if (done || isLate) return;
      yield value;
    }
  } finally {
    clearTimeout(deadline);
  }
}
