import { useEffect, useState } from 'react';

/**
 * The last value that did not change for `millis`, for a preview of what is typed: the first one at once, and undefined
 * never again. Values are compared, and kept, as JSON.
 */
export function useSettled<Value>(value: Value | undefined, millis: number) {
  const text = JSON.stringify(value);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === undefined) return;
    const timer = window.setTimeout(() => setSettled(text), millis);
    return () => window.clearTimeout(timer);
  }, [text, millis]);
  return {
    // The text is the JSON of such a value.
    settled: settled === undefined ? undefined : (JSON.parse(settled) as Value),
    /** Whether that is the present value. */
    isSettled: settled === text,
  };
}
