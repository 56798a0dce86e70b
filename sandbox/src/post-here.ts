import { networkInterfaces } from 'node:os';

/** The deadline for a webhook's receiver, in ms. */
const deadlineMs = 10_000;

/** Whether an address is on this machine: the sandbox posts to no other. */
export function isHere(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) return false;
  const addresses = Object.values(networkInterfaces()).flatMap((those = []) => those.map(({ address }) => address));
  return ['localhost', '127.0.0.1', '::1', ...addresses].includes(parsed.hostname.replaceAll(/[[\]]/g, ''));
}

/** Posts to an address on this machine. Returns the status, or null without an answer; follows no redirects. */
export async function postHere({ url, headers, body }: Posting, signal: AbortSignal): Promise<number | null> {
  if (!isHere(url)) return null;
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return null;
  }
}

export interface Posting {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export function wasTaken(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
