import type { BookingTerms } from '@openhours/contract/holds.ts';
import { client } from '../../api/client.ts';

export type HeldSlot = Parameters<typeof client.holds.hold>[0];

let last: Promise<unknown> = Promise.resolve();
let pending: AbortController | undefined;

/** Sends hold requests one at a time, so that they take effect in order. */
function enqueue(request: () => Promise<void>): void {
  last = last.then(request).catch(() => undefined);
}

/** Call this before a booking or a move is sent: a hold of the same slot that arrives after it would be refused. */
export function giveUpPendingHold(): void {
  pending?.abort();
}

/**
 * Holds a slot until the returned function is called, or the page is left. A hold is optional: without
 * one, the booking decides.
 */
export function holdSlot(
  slot: HeldSlot,
  {
    onHeld,
    onOver,
  }: {
    onHeld: (held: { expiresAt: string; terms?: BookingTerms | undefined }) => void;
    /** It was refused, or has ended on another device. */
    onOver: () => void;
  },
): () => void {
  let isWanted = true;
  const { signal } = (pending = new AbortController());
  let id: string | undefined;
  const hold = async (): Promise<void> => {
    if (!isWanted || signal.aborted) return;
    try {
      const made = await client.holds.hold(slot, { signal });
      id = made._id;
      if (isWanted) onHeld(made);
    } catch {
      if (isWanted && !signal.aborted) onOver();
    }
  };
  // Another window of this person shared this hold and has asked to end it. That request may arrive after this window holds the
  // slot again. So this window ends the hold itself first: the new hold has another id, which the late request does not end.
  const holdAgain = async (ended: unknown): Promise<void> => {
    if (!isWanted || signal.aborted || id === undefined || id !== ended) return;
    await client.holds.end({ id }).catch(() => undefined);
    await hold();
  };
  // Another device may have ended the hold, or may hold another slot. This window checks when it gets the focus.
  const check = (): void =>
    enqueue(async () => {
      if (!isWanted || signal.aborted || id === undefined) return;
      const { isHeld } = await client.holds.find({ id }, { signal });
      if (isWanted && !isHeld) onOver();
    });
  let channel: BroadcastChannel;
  const start = (): void => {
    channel = new BroadcastChannel('openhours-hold-ended');
    channel.addEventListener('message', ({ data }) => enqueue(() => holdAgain(data)));
    enqueue(hold);
  };
  start();
  const tellOthers = (): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A BroadcastChannel takes no origin.
    channel.postMessage(id);
    channel.close();
  };
  const leave = (): void => {
    // `keepalive` lets the request outlive the page; the typed client has no such option.
    if (id !== undefined) void fetch(`/api/holds/${id}`, { method: 'DELETE', keepalive: true }).catch(() => undefined);
    tellOthers();
  };
  // The browser's Back button can bring the page back as it was.
  const comeBack = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) start();
  };
  addEventListener('pagehide', leave);
  addEventListener('pageshow', comeBack);
  addEventListener('focus', check);
  return () => {
    isWanted = false;
    removeEventListener('focus', check);
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', comeBack);
    enqueue(async () => {
      if (id !== undefined) await client.holds.end({ id });
    });
    enqueue(async () => tellOthers());
  };
}
