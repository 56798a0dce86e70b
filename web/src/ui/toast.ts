/** A button in a message, such as 'Undo'. */
type ToastAction = { label: string; onPress: () => void };

type ToastOptions = {
  action?: ToastAction;
  /** A new message replaces an earlier one of the same topic. */
  topic?: 'booking' | 'payment' | 'session' | 'name' | 'photo' | `state-of-${string}`;
  /** An error that lasts only 4 seconds. The specification wants that for posts. */
  isBrief?: boolean;
  /** It stays until it is closed, its button is pressed, or another message of its topic replaces it. */
  stays?: boolean;
};

export type ToastMessage = ToastOptions & { kind: 'success' | 'error'; text: string };

type Sink = (message: ToastMessage) => void;

const waiting: ToastMessage[] = [];
let sink: Sink | undefined;
let wake: (() => void) | undefined;

function say(message: ToastMessage): void {
  if (sink) sink(message);
  else {
    waiting.push(message);
    wake?.();
  }
}

/**
 * Shows a message at the top of the window, from anywhere in the application: for 4 seconds, or for 12 if it is an error,
 * has a button or is long, unless it stays. An open dialog makes room for it. Messages before the Toaster has loaded are queued.
 */
export const toast = {
  success: (text: string, options?: ToastOptions): void => say({ kind: 'success', text, ...options }),
  error: (text: string, options?: ToastOptions): void => say({ kind: 'error', text, ...options }),
};

/** For the Toaster: receives queued and new messages. Returns a function that unsubscribes. */
export function receiveToasts(receive: Sink): () => void {
  sink = receive;
  for (const message of waiting.splice(0)) receive(message);
  return () => {
    if (sink === receive) sink = undefined;
  };
}

/** For the Toaster's host: called when a message has no Toaster yet; at once if one is queued. */
export function whenToasterIsWanted(callback: () => void): () => void {
  wake = callback;
  if (waiting.length > 0) callback();
  return () => {
    if (wake === callback) wake = undefined;
  };
}

let place: HTMLElement | undefined;

/** The element that holds the messages, which an open dialog takes inside: everything outside it is inert. */
export function toastPlace(): HTMLElement {
  place ??= document.body.appendChild(document.createElement('div'));
  return place;
}
