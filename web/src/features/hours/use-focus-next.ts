import { useEffect, useRef } from 'react';

/** For an editor of a list: `focusNext` with a selector, before a change, focuses what it finds inside `root` afterwards. */
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
