/** As a ref: takes the focus for what appears after a press, such as the result in place of the button that was pressed. */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus();
}
