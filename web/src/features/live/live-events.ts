import type { LiveEvent } from '@openhours/contract/live.ts';
import { useEffect, useEffectEvent } from 'react';

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();

/** For the connection only. */
export function emitLiveEvent(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

/** Subscribes to live events while the component is mounted. */
export function useLive(listener: Listener): void {
  const onEvent = useEffectEvent(listener);
  useEffect(() => {
    const subscribed: Listener = (event) => onEvent(event);
    listeners.add(subscribed);
    return () => void listeners.delete(subscribed);
  }, []);
}
