const channelName = 'openhours-sign-in';
const lookMillis = 250;
// The word of a window that closes itself may arrive a little after it is gone.
const graceMillis = 700;

/** How a sign-in in a window of its own ended. `error` is the identity service's code, `message` a sentence of ours. */
export type WindowWord = { attempt: string | null; error?: string | undefined; message?: string | undefined };

export type WindowOutcome = { kind: 'done' } | { kind: 'failed'; word: WindowWord } | { kind: 'closed' };

/**
 * Opens the window of a sign-in and tells how it ended, or returns undefined where the browser opens none. The window
 * says only that it is done: the session is a cookie, and nothing of it passes through here.
 *
 * A window may seem closed although it is not, where the provider cuts the tie to its opener. So a late 'done' counts,
 * until the returned function stops the listening.
 */
export function openSignInWindow(tell: (outcome: WindowOutcome) => void): (() => void) | undefined {
  const attempt = crypto.randomUUID();
  const opened = window.open(`/oauth-popup?attempt=${attempt}`, 'openhours-sign-in', windowFeatures());
  if (!opened || opened.closed) return undefined;

  const channel = new BroadcastChannel(channelName);
  const stop = (): void => {
    channel.close();
    removeEventListener('message', hearWindow);
    clearInterval(looking);
  };
  const hear = (word: WindowWord): void => {
    stop();
    tell(word.error || word.message ? { kind: 'failed', word } : { kind: 'done' });
  };
  const hearWindow = (event: MessageEvent<unknown>): void => {
    const word = event.origin === location.origin && event.source === opened ? wordIn(event.data) : undefined;
    // A sign-in whose attempt was lost on the way is still that of this very window.
    if (word && (word.attempt === attempt || word.attempt === null)) hear(word);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const word = wordIn(data);
    if (word?.attempt === attempt) hear(word);
  });
  addEventListener('message', hearWindow);
  const looking = window.setInterval(() => {
    if (!opened.closed) return;
    clearInterval(looking);
    closing = window.setTimeout(() => tell({ kind: 'closed' }), graceMillis);
  }, lookMillis);
  let closing: number | undefined;

  return () => {
    stop();
    clearTimeout(closing);
  };
}

/** Said by the window itself, to the page that opened it. */
export function sayToOpener(word: WindowWord): void {
  // Each way alone may be cut: the opener by a policy of the provider, the channel by the browser's storage settings.
  try {
    const channel = new BroadcastChannel(channelName);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has one origin: ours.
    channel.postMessage(word);
    channel.close();
  } catch {}
  if (window.opener instanceof Object) window.opener.postMessage(word, location.origin);
}

function wordIn(data: unknown): WindowWord | undefined {
  if (typeof data !== 'object' || data === null || !('attempt' in data)) return undefined;
  const { attempt } = data;
  if (typeof attempt !== 'string' && attempt !== null) return undefined;
  return { attempt, error: textIn(data, 'error'), message: textIn(data, 'message') };
}

function textIn(data: object, name: string): string | undefined {
  const value: unknown = Reflect.get(data, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function windowFeatures(): string {
  const [width, height] = [480, 640];
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${Math.round(left)},top=${Math.round(top)}`;
}
