import { type RefCallback, useCallback, useState } from 'react';

/**
 * Whether an element was in the window, or less than half of its height outside: for data that can wait until people
 * scroll to it. Give the function to the element as its `ref`.
 *
 * @param content what the element shows; with another value it counts as not seen
 */
export function useInSight(content: string): [boolean, RefCallback<Element>] {
  const [seen, setSeen] = useState<string>();
  const watch = useCallback<RefCallback<Element>>(
    (element) => {
      if (!element) return;
      const onChange = (entries: readonly IntersectionObserverEntry[]): void => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        setSeen(content);
      };
      const observer = new IntersectionObserver(onChange, { rootMargin: '50% 0px' });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [content],
  );
  return [seen === content, watch];
}
