import { useEffect, useRef } from 'react';

/**
 * When `change` gets a new value and the pressed button is gone, moves the focus inside, to the first field or button.
 * `change` is undefined until the data have loaded: the first load does not move the focus.
 */
export function useFocusInside(change: string | undefined) {
  const panel = useRef<HTMLDivElement>(null);
  const last = useRef(change);
  useEffect(() => {
    const { current } = panel;
    const hasChanged = last.current !== undefined && change !== undefined && last.current !== change;
    if (change !== undefined) last.current = change;
    if (!hasChanged || !current || document.activeElement !== document.body) return;
    (current.querySelector<HTMLElement>('input, select, textarea, button') ?? current).focus();
  }, [change]);
  return panel;
}
