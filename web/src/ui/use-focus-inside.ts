import { useEffect, useRef } from 'react';

/** The button that was pressed may be gone: after `change`, the focus goes to what is there instead. */
export function useFocusInside(change: string) {
  const panel = useRef<HTMLDivElement>(null);
  const last = useRef(change);
  useEffect(() => {
    const { current } = panel;
    const hasChanged = last.current !== change;
    last.current = change;
    if (!hasChanged || !current || document.activeElement !== document.body) return;
    (current.querySelector<HTMLElement>('input, button') ?? current).focus();
  }, [change]);
  return panel;
}
