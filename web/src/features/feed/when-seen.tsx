import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';

/** Says so when its place is nearly in sight, and again each time something was added before it. */
export function WhenSeen({ onSeen, children }: { onSeen: () => void; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const seen = useEffectEvent(onSeen);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) seen();
      },
      { rootMargin: '0px 0px 900px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  });
  return <div ref={place}>{children}</div>;
}
