import { useLayoutEffect } from 'react';

const controls = 'header a, header button';

/**
 * Stores which control of the navigation has the focus, for `KeepOutlineFocus`. The document's outline and the page
 * have the same navigation, so the position identifies it.
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

/** React replaces the document's outline: if the focus was in its navigation, focuses the same control again. */
export function KeepOutlineFocus({ focused }: { focused: { readonly position: number } }) {
  useLayoutEffect(() => {
    const control = [...document.querySelectorAll<HTMLElement>(controls)][focused.position];
    if (document.activeElement === document.body) control?.focus({ preventScroll: true });
  }, [focused]);
  return null;
}
