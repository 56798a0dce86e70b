import { useEffect, useRef } from 'react';

/**
 * The button that was pressed may be gone: after `change`, the focus goes to what is there instead. `change` is
 * undefined while nothing is loaded; what loads first takes no focus.
 */
export function useFocusInside(change: string | undefined) {
  const panel = useRef<HTMLDivElement>(null);
  const last = useRef(change);
  useEffect(() => {
    const { current } = panel;
    const hasChanged = last.current !== undefined && change !== undefined && last.current !== change;
    if (change !== undefined) last.current = change;
    if (!hasChanged || !current || document.activeElement !== document.body) return;
    (current.querySelector<HTMLElement>('input, button') ?? current).focus();
  }, [change]);
  return panel;
}
