/** Moves the focus to the page's search field, for a button that disappears when the search is cleared. */
export function focusSearch(): void {
  document.querySelector<HTMLElement>('main [type=search]')?.focus();
}
