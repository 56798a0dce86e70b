import { once } from 'node:events';
import { createServer } from 'node:net';

/** Ports of this machine that are free, held all at once so that they differ. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => {
    const address = probe.address();
    if (typeof address !== 'object' || !address) throw new Error('No free port.');
    return address.port;
  });
  await Promise.all(probes.map((probe) => once(probe.close(), 'close')));
  return ports;
}
