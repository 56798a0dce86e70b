import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode } from '../../error-code.ts';
import { type ImageStore, ImageStoreUnavailable } from './port.ts';

const isMissing = (error: unknown) => errorCode(error) === 'ENOENT';

/** A folder of this machine, or one that all nodes share. Files appear complete or not at all. */
export function createDiskStore({ directory }: { directory: string }): ImageStore {
  const pathOf = (name: string) => join(directory, basename(name));

  return {
    name: 'disk',
    async put({ name, bytes }) {
      const whole = pathOf(name);
      const part = `${whole}.${randomBytes(6).toString('hex')}.part`;
      try {
        await mkdir(directory, { recursive: true });
        await writeFile(part, bytes, { mode: 0o644, flag: 'wx', flush: true });
        await rename(part, whole);
        await syncDirectory(directory);
      } catch (error) {
        await rm(part, { force: true }).catch(() => undefined);
        throw new ImageStoreUnavailable('The folder of the images could not be written', { cause: error });
      }
      return name;
    },
    async get(location) {
      try {
        return await readFile(pathOf(location));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw new ImageStoreUnavailable('The folder of the images could not be read', { cause: error });
      }
    },
    async remove(location) {
      try {
        await rm(pathOf(location), { force: true });
      } catch (error) {
        throw new ImageStoreUnavailable('An image could not be deleted', { cause: error });
      }
    },
  };
}

/** Makes the new name durable, if the system can (Windows cannot open a folder). */
async function syncDirectory(directory: string): Promise<void> {
  const folder = await open(directory, 'r').catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
