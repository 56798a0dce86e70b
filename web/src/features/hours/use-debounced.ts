import { useEffect, useState } from 'react';

/** A text as it was when it last stayed the same for a while. The first one counts at once, and undefined not at all. */
export function useDebounced(value: string | undefined, millis: number): string | undefined {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === undefined) return;
    const timer = window.setTimeout(() => setSettled(value), millis);
    return () => window.clearTimeout(timer);
  }, [value, millis]);
  return settled;
}
