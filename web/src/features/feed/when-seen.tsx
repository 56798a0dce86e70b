import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Calls `onSeen` when its place is nearly visible, and again each time something was added before it. Not while the
 * focus is further down: what is added would push the focus out of the window.
 */
export function WhenSeen({ onSeen, children }: { onSeen: () => void; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        const isSeen = entries.some(({ isIntersecting }) => isIntersecting);
        if (isSeen && !isFocusBelow(place.current)) seen();
      },
      { rootMargin: '0px 0px 900px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  });
  return <div ref={place}>{children}</div>;
}

function isFocusBelow(place: Element | null): boolean {
  const { activeElement } = document;
  if (!place || !activeElement) return false;
  return (place.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
