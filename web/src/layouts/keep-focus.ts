/** How long a component has to focus a better place itself. */
const graceMillis = 100;

/**
 * When the focused element disappears, such as a button that has done its work, focuses the heading of the part of the
 * page that it was in, so that keyboard and screen reader go on from there.
 */
export function keepFocus(): void {
  /** The focused element and its ancestors, from the inside; and the same for the page behind a dialog. */
  let places: readonly Element[] = [];
  let behind: readonly Element[] = [];
  const isLost = (): boolean => document.activeElement === document.body && places[0]?.isConnected === false;

  document.addEventListener('focusin', ({ target }) => {
    places = target instanceof Element ? placesOf(target) : [];
    if (!places.some((place) => place instanceof HTMLDialogElement)) behind = places;
  });
  // A press beside everything takes the focus away on purpose.
  document.addEventListener('mousedown', () => {
    setTimeout(() => {
      if (document.activeElement === document.body && !isLost()) places = [];
    });
  });
  let timer: number | undefined;
  const observer = new MutationObserver(() => {
    if (timer !== undefined || !isLost()) return;
    timer = window.setTimeout(() => {
      timer = undefined;
      if (isLost()) focusHeading([...places, ...behind]);
    }, graceMillis);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

function placesOf(element: Element): readonly Element[] {
  const places: Element[] = [];
  for (let place: Element | null = element; place && place !== document.body; place = place.parentElement) {
    places.push(place);
  }
  return places;
}

function focusHeading(places: readonly Element[]): void {
  const main = document.querySelector('main') ?? document.body;
  const near = [...places.filter(({ isConnected }) => isConnected), main].map(headingIn);
  const heading = near.find((found) => found !== undefined);
  if (!heading) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** The heading of the part that this place is in, not of one of the parts in it. */
function headingIn(place: Element): HTMLElement | undefined {
  const headings = [...place.querySelectorAll<HTMLElement>('h1, h2, h3, h4')];
  return headings.find(
    (heading) =>
      heading.getClientRects().length > 0 && heading.closest('article, section, li, dialog, main')?.contains(place),
  );
}
