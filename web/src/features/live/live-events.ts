import type { LiveEvent } from '@openhours/contract/live.ts';
import { useEffect, useEffectEvent } from 'react';

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();

/** Hears every live event from now on. Returns the way to end it. */
export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** For the connection alone. */
export function tellLive(event: LiveEvent): void {
  for (const listener of listeners) listener(event);
}

/** Hears live events as long as the component is there. */
export function useLive(listener: Listener): void {
  const hear = useEffectEvent(listener);
  useEffect(() => onLive((event) => hear(event)), []);
}
