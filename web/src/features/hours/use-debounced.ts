import { useEffect, useState } from 'react';

/** The last value that did not change for `millis`. Returns the first value at once and ignores a later undefined. */
export function useDebounced(value: string | undefined, millis: number): string | undefined {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === undefined) return;
    const timer = window.setTimeout(() => setSettled(value), millis);
    return () => window.clearTimeout(timer);
  }, [value, millis]);
  return settled;
}
