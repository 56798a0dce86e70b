import { join } from 'node:path';
import type { ResolvedConfig } from 'vite';

/** The folder to which the client is built. `config.build` is that of whichever environment was resolved last. */
export function outputOf(config: ResolvedConfig): string {
  const { client } = config.environments;
  if (!client) throw new Error('The web build has no client environment.');
  return join(config.root, client.build.outDir);
}
