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

      const deadline = AbortSignal.timeout(deadlineMillis);
      const arriving = request.body?.pipeThrough(new TransformStream<Uint8Array>(), { signal: deadline });
      let isComplete = false;
      try {
        for await (const chunk of arriving ?? []) {
          if (size + chunk.byteLength > maxBytes) return 'too-large';
          if (spooledBytes + chunk.byteLength > maxSpooledBytes) return 'no-space';
          size += chunk.byteLength;
          spooledBytes += chunk.byteLength;
          await file.writeFile(chunk);
        }
        isComplete = true;
        return { read: () => readWhole(file, size), discard };
      } catch (error) {
        if (deadline.aborted) return 'too-slow';
        throw error;
      } finally {
        if (!isComplete) await discard();
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
