import type { ToastMessage } from './toast.ts';

/** The specification's, for messages about posts. */
const briefMillis = 4000;
/** An error takes longer to read, and a button has to be reached. */
const longMillis = 12_000;

/** How long a message is visible. While the pointer or the focus is in it, no time passes. */
export function visibleMillis({ kind, action, isBrief }: Omit<ToastMessage, 'text'>): number {
  return action || (kind === 'error' && !isBrief) ? longMillis : briefMillis;
}
