import { useEffect, useRef } from 'react';

/** For lists: call `focusNext(selector)` before a change. After it, the first match inside `root` gets the focus. */
export function useFocusNext<Root extends HTMLElement>() {
  const root = useRef<Root>(null);
  const selector = useRef<string>(undefined);
  useEffect(() => {
    if (selector.current === undefined) return;
    const found = root.current?.querySelector<HTMLElement>(selector.current);
    selector.current = undefined;
    found?.focus();
    if (found instanceof HTMLInputElement) found.select();
  });
  return {
    root,
    focusNext: (next: string): void => {
      selector.current = next;
    },
  };
}
