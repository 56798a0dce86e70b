import type { ToastMessage } from './toast.ts';

/** The specification's, for messages about posts. */
const briefMillis = 4000;
/** An error or a long text takes longer to read, and a button has to be reached. */
const longMillis = 12_000;
/** What people read in the short time: 20 characters a second, after one second in which they notice the message. */
const briefLength = 60;

/** How long a message is visible; 0 if it stays. While the pointer or the focus is in it, no time passes. */
export function visibleMillis({ kind, action, isBrief, stays, text }: ToastMessage): number {
  if (stays) return 0;
  const isLong = action || kind === 'error' || text.length > briefLength;
  return isLong && !isBrief ? longMillis : briefMillis;
}
