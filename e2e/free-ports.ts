import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the range from which systems choose ports for outgoing connections, because one of the browser's many could
// take
// the port before the server does. Each process starts at a different port.
const first = 12_000;
const last = 19_999;
let current = first + ((process.pid * 977) % (last - first));

/** Free ports of this machine. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    current = current < last ? current + 1 : first;
    if (await isFree(current)) ports.push(current);
  }
  return ports;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false;
  }
  await once(probe.close(), 'close');
  return true;
}
