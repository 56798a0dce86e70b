import { useEffect } from 'react';
import { useOpenPage } from '../router.tsx';

/** Outside the layouts: changing the layout is a navigation too. */
let openPath: string | undefined;

/**
 * After a navigation inside the application, focuses the page's heading and scrolls to the top, like a document load;
 * on Back and Forward, the browser restores the position. The first page of a visit is left alone, and a page that has
 * focused a field in `data-takes-focus`.
 */
export function usePageArrival(): void {
  const { pathname: path, action } = useOpenPage();
  useEffect(() => {
    const previous = openPath;
    openPath = path;
    if (previous === undefined || previous === path) return;
    if (action !== 'pop') window.scrollTo(0, 0);
    if (document.activeElement?.closest('[data-takes-focus]')) return;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [path, action]);
}
