import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';

/** Whether a provider is missing that the sandbox is to stand in for. */
export function needsOutsideWorld({ mail, payments }: Config): boolean {
  return mail.smtpUrl === 'embedded' || payments.cards?.from === 'sandbox' || payments.hosted?.from === 'sandbox';
}

/**
 * Starts the sandbox for what no real provider is configured for. Loaded only then: an installation with real
 * providers has no use for the package. Production has to have named what is embedded to get here.
 */
export async function startOutsideWorld(config: Config, log: Logger) {
  const { startSandbox } = await import('@openhours/sandbox');
  return startSandbox({
    port: config.sandboxPort,
    appOrigins: [new URL(config.publicUrl).origin],
    production: false,
    stripe: {
      // Of this start alone, so that nobody outside can sign for the sandbox.
      webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
      webhookUrl: `http://127.0.0.1:${config.port}/api/webhooks/stripe`,
    },
    log: (line) => log.debug(line),
  });
}
