import { type RefObject, useEffect, useRef, useState } from 'react';
import type { CardEntry, CardEntrySettings, OpenCardEntry } from './card-entry.ts';

/**
 * The provider's card entry in `box`, once it has loaded.
 * @param settings memoised, or undefined while there is no client secret
 */
export function useCardEntry({
  provider,
  settings,
}: {
  provider: 'stripe' | 'sandbox';
  settings: CardEntrySettings | undefined;
}): {
  box: RefObject<HTMLDivElement | null>;
  /** Undefined until a card can be entered. */
  entry: CardEntry | undefined;
  hasFailed: boolean;
  tryAgain: () => void;
} {
  const box = useRef<HTMLDivElement>(null);
  const [entry, setEntry] = useState<CardEntry>();
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!settings) return undefined;
    let opened: CardEntry | undefined;
    let isOver = false;
    const open = async (): Promise<void> => {
      const openCardEntry = await loadCardEntry(provider);
      if (isOver || !box.current) return;
      opened = openCardEntry(settings);
      await opened.mount(box.current);
      if (!isOver) setEntry(opened);
    };
    open().catch((error: unknown) => {
      if (isOver) return;
      console.error(`The card entry did not load (attempt ${attempt + 1}):`, error);
      setHasFailed(true);
    });
    return () => {
      isOver = true;
      opened?.destroy();
      setEntry(undefined);
    };
  }, [provider, settings, attempt]);

  const tryAgain = (): void => {
    setHasFailed(false);
    setAttempt(attempt + 1);
  };
  return { box, entry, hasFailed, tryAgain };
}

/** Loads the provider's card entry with its library. */
async function loadCardEntry(provider: 'stripe' | 'sandbox'): Promise<OpenCardEntry> {
  if (provider === 'stripe') return (await import('./stripe-card-entry.ts')).openCardEntry;
  return (await import('./sandbox-card-entry.tsx')).openCardEntry;
}
