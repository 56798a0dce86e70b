import { useLayoutEffect } from 'react';

const controls = 'header a, header button';

/**
 * Notes which control of the navigation has the focus, for `KeepOutlineFocus`. The document's outline and the page have
 * the same navigation, so it is known by its position.
 */
export function noteOutlineFocus(outline: HTMLElement): { position: number } {
  const focused = { position: -1 };
  const note = (): void => {
    focused.position = [...outline.querySelectorAll(controls)].findIndex((one) => one === document.activeElement);
  };
  note();
  outline.addEventListener('focusin', note);
  return focused;
}

/** React replaces the document's outline. Whoever had the focus in its navigation keeps it on the same control. */
export function KeepOutlineFocus({ focused }: { focused: { readonly position: number } }) {
  useLayoutEffect(() => {
    const control = [...document.querySelectorAll<HTMLElement>(controls)][focused.position];
    if (document.activeElement === document.body) control?.focus({ preventScroll: true });
  }, [focused]);
  return null;
}
