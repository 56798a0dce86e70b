import { useEffect, useRef } from 'react';
import { NavigationType, useNavigationType } from 'react-router';

/**
 * After a navigation inside the application the page's heading takes the focus and the window starts at the top,
 * as if a document had been loaded; on the way back it stays where the browser puts it. The first page of a visit is
 * left as the browser opened it.
 */
export function usePageArrival(path: string): void {
  const previous = useRef(path);
  const type = useNavigationType();
  useEffect(() => {
    if (previous.current === path) return;
    previous.current = path;
    if (type !== NavigationType.Pop) window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [path, type]);
}
