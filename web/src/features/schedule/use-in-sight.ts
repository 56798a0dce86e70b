import { type RefCallback, useCallback, useState } from 'react';

/**
 * Whether an element is in the window, or less than half of its height outside: for data that can wait until people
 * scroll to it. Give the function to the element as its `ref`.
 */
export function useInSight(): [boolean, RefCallback<Element>] {
  const [isInSight, setIsInSight] = useState(false);
  const watch = useCallback<RefCallback<Element>>((element) => {
    if (!element) return;
    const observer = new IntersectionObserver((entries) => setIsInSight(entries.at(-1)?.isIntersecting === true), {
      rootMargin: '50% 0px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [isInSight, watch];
}
