import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { freePort } from '../server/testing/test-process.ts';
import { answers, check, start } from './trial.ts';

interface Authority {
  /** The address at which programs ask it for certificates. */
  readonly directory: string;
  /** Where certbot has the certificate of localhost. */
  readonly live: string;
  /** Gets that certificate with certbot, which then and after each renewal runs `deployHook`. */
  getCertificate(webroot: string, deployHook: string): Promise<void>;
  renew(): Promise<void>;
}

/** Makes this process trust a certificate, and what it signed. */
export function trust(certificate: string): void {
  setDefaultCACertificates([...getCACertificates('default'), certificate]);
}

/**
 * Starts Pebble, an authority for tests, in this folder. It serves its directory with this certificate, which has to be
 * trusted. It checks at `httpPort` or `tlsPort` that whoever wants a certificate controls localhost.
 */
export async function startAuthority(options: {
  folder: string;
  certificate: string;
  key: string;
  httpPort: number;
  tlsPort: number;
}): Promise<Authority> {
  const { folder, certificate, key, httpPort, tlsPort } = options;
  const [port, managementPort] = await Promise.all([freePort(), freePort()]);
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate,
    privateKey: key,
    httpPort,
    tlsPort,
  };
  const file = join(folder, 'pebble.json');
  writeFileSync(file, JSON.stringify({ pebble }));
  // By default it delays some requests, refuses some, and accepts some proofs without a check, at random.
  const settings = { PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0', PEBBLE_AUTHZREUSE: '0' };
  start('pebble', ['-config', file], { env: { ...process.env, ...settings }, stdio: 'ignore' });
  const directory = `https://localhost:${port}/dir`;
  await answers(directory);
  trust(await (await fetch(`https://localhost:${managementPort}/roots/0`)).text());

  const home = join(folder, 'letsencrypt');
  const env = { ...process.env, REQUESTS_CA_BUNDLE: certificate };
  async function certbot(command: string, ...more: readonly string[]) {
    const always = ['--quiet', '--config-dir', home, '--work-dir', home, '--logs-dir', home];
    const [status] = await once(start('certbot', [command, ...always, ...more], { env }), 'exit');
    check(`certbot ${command}`, status === 0);
  }
  return {
    directory,
    live: join(home, 'live/localhost'),
    getCertificate: (webroot, deployHook) => {
      const asked = ['--webroot', '--webroot-path', webroot, '--domain', 'localhost', '--deploy-hook', deployHook];
      return certbot('certonly', ...asked, '--server', directory, '--agree-tos', '--register-unsafely-without-email');
    },
    renew: () => certbot('renew', '--force-renewal', '--no-random-sleep-on-renew'),
  };
}
