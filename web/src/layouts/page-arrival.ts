import { useEffect, useRef } from 'react';

/**
 * After a navigation inside the application the page's heading takes the focus and the window starts at the top,
 * as if a document had been loaded. The first page of a visit is left as the browser opened it.
 */
export function usePageArrival(path: string): void {
  const previous = useRef(path);
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [path]);
}
