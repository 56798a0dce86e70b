import { fieldOf, textField } from '../../api/http.ts';
import { href } from '../../pages.ts';

const channelName = 'openhours-sign-in';
const lookMillis = 250;
// The message of a window that closes itself may arrive after it has closed.
const graceMillis = 700;

/** The result of a sign-in window. `error` is the identity service's code, `message` our own text. */
export type WindowMessage = {
  attempt: string | null;
  error?: string | undefined;
  message?: string | undefined;
  /** The sign-in opened an account. */
  isNewcomer?: boolean | undefined;
  /** The account's second factors, if it has any: the person is not signed in yet. */
  secondFactor?: string | undefined;
};

export type WindowOutcome =
  | { kind: 'done'; isNewcomer: boolean; secondFactor: string | undefined }
  | { kind: 'failed'; message: WindowMessage }
  | { kind: 'closed' };

/**
 * Opens the sign-in window and resolves with its result, or returns undefined if the browser blocks it. The window
 * sends only 'done': the session is a cookie, so no secret passes through here.
 *
 * If the provider separates the window from its opener, an open window may look closed. So a late 'done' counts, until
 * the returned function stops listening.
 */
export function openSignInWindow(onOutcome: (outcome: WindowOutcome) => void): (() => void) | undefined {
  const attempt = crypto.randomUUID();
  const opened = window.open(href.signInWindow({ attempt }), 'openhours-sign-in', windowFeatures());
  if (!opened || opened.closed) return undefined;

  const channel = new BroadcastChannel(channelName);
  const stop = (): void => {
    channel.close();
    removeEventListener('message', onWindowMessage);
    clearInterval(looking);
  };
  const onMessage = (received: WindowMessage): void => {
    stop();
    const { error, message, isNewcomer, secondFactor } = received;
    onOutcome(
      error || message
        ? { kind: 'failed', message: received }
        : { kind: 'done', isNewcomer: isNewcomer === true, secondFactor },
    );
  };
  const onWindowMessage = (event: MessageEvent<unknown>): void => {
    const message = event.origin === location.origin && event.source === opened ? readMessage(event.data) : undefined;
    // The attempt's id may be lost on the way; the sign-in still belongs to this window.
    if (message && (message.attempt === attempt || message.attempt === null)) onMessage(message);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const message = readMessage(data);
    if (message?.attempt === attempt) onMessage(message);
  });
  addEventListener('message', onWindowMessage);
  const looking = window.setInterval(() => {
    if (!opened.closed) return;
    clearInterval(looking);
    closing = window.setTimeout(() => onOutcome({ kind: 'closed' }), graceMillis);
  }, lookMillis);
  let closing: number | undefined;

  return () => {
    stop();
    clearTimeout(closing);
  };
}

/** Sent by the window to the page that opened it. */
export function sayToOpener(message: WindowMessage): void {
  // Either way may fail: the opener by the provider's policy, the channel by the browser's storage settings.
  try {
    const channel = new BroadcastChannel(channelName);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has one origin: ours.
    channel.postMessage(message);
    channel.close();
  } catch {}
  if (window.opener instanceof Object) window.opener.postMessage(message, location.origin);
}

function readMessage(data: unknown): WindowMessage | undefined {
  const attempt = fieldOf(data, 'attempt');
  if (typeof attempt !== 'string' && attempt !== null) return undefined;
  return {
    attempt,
    error: textField(data, 'error'),
    message: textField(data, 'message'),
    isNewcomer: fieldOf(data, 'isNewcomer') === true,
    secondFactor: textField(data, 'secondFactor'),
  };
}

function windowFeatures(): string {
  const [width, height] = [480, 640];
  const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2);
  const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2);
  return `popup,width=${width},height=${height},left=${Math.round(left)},top=${Math.round(top)}`;
}
