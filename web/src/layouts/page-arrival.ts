import { useEffect } from 'react';
import { NavigationType, useNavigationType } from 'react-router';

/** Not a layout's own: from one layout to another is a navigation, too. */
let openPath: string | undefined;

/**
 * After a navigation inside the application the page's heading takes the focus and the window starts at the top,
 * as if a document had been loaded; on the way back it stays where the browser puts it. The first page of a visit is
 * left as the browser opened it.
 */
export function usePageArrival(path: string): void {
  const type = useNavigationType();
  useEffect(() => {
    const previous = openPath;
    openPath = path;
    if (previous === undefined || previous === path) return;
    if (type !== NavigationType.Pop) window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [path, type]);
}
