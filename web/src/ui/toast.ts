export type ToastMessage = { kind: 'success' | 'error'; text: string };

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
 * Says something in passing, at the top of the window for 4 seconds, from anywhere in the application.
 * What is said before the Toaster has arrived waits for it.
 */
export const toast = {
  success: (text: string): void => say({ kind: 'success', text }),
  error: (text: string): void => say({ kind: 'error', text }),
};

/** For the Toaster alone: takes what was said so far and everything from now on. Returns the way to end it. */
export function receiveToasts(receive: Sink): () => void {
  sink = receive;
  for (const message of waiting.splice(0)) receive(message);
  return () => {
    if (sink === receive) sink = undefined;
  };
}

/** For the Toaster's host: called when something is said and nobody shows it yet; at once if that is so already. */
export function whenToasterIsWanted(callback: () => void): () => void {
  wake = callback;
  if (waiting.length > 0) callback();
  return () => {
    if (wake === callback) wake = undefined;
  };
}
