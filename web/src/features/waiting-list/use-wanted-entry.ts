import { useEffect, useRef } from 'react';
import { idInUrl } from '../../id-in-url.ts';
import { useSearchParams } from '../../router.tsx';

/**
 * The `_id` of the entry that a link names (`?entry=ID`), or ''. Scrolls once to its heading, which has this id, and
 * focuses it, unless the reader has gone on to something else. Fetches more of the list until it is there.
 */
export function useWantedEntry(list: {
  data: object | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}): string {
  const [query] = useSearchParams();
  const wanted = idInUrl(query.get('entry'));
  const shown = useRef('');
  useEffect(() => {
    if (wanted === '' || shown.current === wanted || !list.data) return;
    const heading = document.getElementById(wanted);
    if (!heading) {
      if (list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError) list.fetchNextPage();
      return;
    }
    shown.current = wanted;
    // After the layout, which scrolls to the top of a page that opens.
    requestAnimationFrame(() => {
      if (!document.activeElement?.matches('body, h1')) return;
      heading.scrollIntoView({ block: 'center' });
      heading.focus({ preventScroll: true });
    });
  });
  return wanted;
}
