/** How long a webhook's receiver may take to answer, in ms. */
const deadlineMs = 10_000;

/** Whether an address is on this machine: the sandbox posts to no other. */
export function isHere(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) return false;
  return ['127.0.0.1', 'localhost', '[::1]'].includes(parsed.hostname);
}

/** Posts to an address on this machine. Answers with the status, or null where there was none; follows no redirect. */
export async function postHere(url: string, { headers, body, signal }: Posting): Promise<number | null> {
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

interface Posting {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

export function wasTaken(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}
