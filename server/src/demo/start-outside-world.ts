import type { Logger } from 'pino';
import type { Config } from '../config.ts';

/**
 * Starts the sandbox for what no real provider is configured for. Loaded only then: an installation with real
 * providers has no use for the package. Production has to have named the embedded inbox to get here.
 */
export async function startOutsideWorld(config: Config, log: Logger) {
  const { startSandbox } = await import('@openhours/sandbox');
  return startSandbox({
    port: config.sandboxPort,
    appOrigins: [new URL(config.publicUrl).origin],
    production: false,
    log: (line) => log.debug(line),
  });
}
