import { join } from 'node:path';
import { isCurrent, SERVER } from '../../scripts/builds.ts';

const ROOT = join(import.meta.dirname, '../..');

const isBuilt = isCurrent(SERVER);

/** Node's arguments that start the server: the build if it is newer than the sources, because it starts quicker. */
export const serverProgram: readonly string[] = isBuilt
  ? ['--enable-source-maps', join(ROOT, SERVER.folder, SERVER.last)]
  : [join(ROOT, 'server/src/main.ts')];

/** The same for a command, by its file's name. */
export function commandProgram(name: string): readonly string[] {
  return isBuilt
    ? ['--enable-source-maps', join(ROOT, SERVER.folder, `${name}.js`)]
    : [join(ROOT, 'server/src/commands', `${name}.ts`)];
}
