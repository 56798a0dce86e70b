import { startSandbox as start } from '@openhours/sandbox';
import { closeAfterTests } from './close-after-tests.ts';

export type { Sandbox } from '@openhours/sandbox';

/** The sandbox, for tests. (Lint stops product code from importing it.) */
export async function startSandbox(settings: Parameters<typeof start>[0]) {
  const sandbox = await start(settings);
  return { ...sandbox, stop: closeAfterTests(() => sandbox.stop()) };
}
