import { join } from 'node:path';
import { isCurrent, SERVER } from '../../scripts/builds.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Node's arguments that start the server: the build if it is newer than the sources, because it starts quicker. */
export const serverProgram: readonly string[] = isCurrent(SERVER)
  ? ['--enable-source-maps', join(ROOT, SERVER.folder, SERVER.last)]
  : [join(ROOT, 'server/src/main.ts')];
