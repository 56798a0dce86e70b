/**
 * Scrolls to the focused element when content that loads above has pushed it out of the window. If the person has
 * scrolled away from it, nothing happens.
 */
export function keepFocusInSight(): void {
  let wasInSight = false;
  const note = (): void => {
    wasInSight = isInSight(document.activeElement);
  };
  const observer = new ResizeObserver(() => {
    const { activeElement } = document;
    if (wasInSight && activeElement?.matches(':focus-visible') && !isInSight(activeElement)) {
      activeElement.scrollIntoView({ block: 'nearest' });
    }
  });
  observer.observe(document.body);
  document.addEventListener('focusin', note);
  document.addEventListener('scroll', note, { passive: true });
}

function isInSight(element: Element | null): boolean {
  if (!element) return false;
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}
