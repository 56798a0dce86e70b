import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { errorCode } from '../error-code.ts';

const WHY_NOT: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses',
  EACCES: 'this user may not listen on',
};

/** The file in which the sandbox keeps payments. */
export function paymentsOfSandbox({ dataDirectory }: Pick<Config, 'dataDirectory'>): string {
  return join(dataDirectory, 'sandbox-payments');
}

/** Whether the sandbox must replace a provider. */
export function needsOutsideWorld({ mail, payments, texts }: Config): boolean {
  const services = [payments.cards, payments.hosted, texts.service];
  return mail.smtpUrl === 'embedded' || services.some((service) => service?.from === 'sandbox');
}

/**
 * Starts the sandbox for providers without settings. Imported only then: an installation with real providers does not
 * need the package. In production it runs only if a setting names it.
 */
export async function startOutsideWorld(config: Config, log: Logger) {
  const { isHere, startSandbox } = await import('@openhours/sandbox');
  if (!isHere(config.localUrl)) {
    throw new ConfigError(`HOST: must be an address of this machine, 127.0.0.1 or 0.0.0.0, not ${config.host}.`);
  }
  return startSandbox({
    port: config.sandboxPort,
    appOrigins: [new URL(config.publicUrl).origin],
    production: false,
    // Beside the database, which knows these payments too.
    file: paymentsOfSandbox(config),
    // Secrets are new at every start, so that nobody else can sign webhooks of the sandbox.
    stripe: {
      webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
      webhookUrl: `${config.localUrl}/api/webhooks/stripe`,
    },
    twilio: { authToken: randomBytes(24).toString('hex') },
    log: (line) => log.debug(line),
  }).catch((error: Error) => {
    const why = WHY_NOT[errorCode(error.cause) ?? errorCode(error) ?? ''];
    if (why === undefined) throw error;
    throw new ConfigError(`SANDBOX_PORT: ${why} port ${config.sandboxPort}. Set SANDBOX_PORT to another one.`);
  });
}
