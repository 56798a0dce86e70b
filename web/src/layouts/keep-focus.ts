/** How long a component has to focus a better place itself. */
const graceMillis = 100;

/**
 * When the focused element disappears, such as a button that has done its work, focuses the heading of the part of the
 * page that it was in, so that keyboard and screen reader go on from there. If it disappears with its row of a table,
 * focuses the row that follows, or the one before.
 */
export function keepFocus(): void {
  /** The focused element and its ancestors, from the inside; and the same for the page behind a dialog. */
  let places: readonly Element[] = [];
  let behind: readonly Element[] = [];
  /** What followed and preceded the row that it disappeared with. */
  let neighbours: readonly (Node | null)[] = [];
  const isLost = (): boolean => document.activeElement === document.body && places[0]?.isConnected === false;

  document.addEventListener('focusin', (event) => {
    // Without the body and what is around it.
    places = event
      .composedPath()
      .slice(0, -4)
      .filter((place) => place instanceof Element);
    if (places.some((place) => place instanceof HTMLDialogElement)) return;
    behind = places;
    neighbours = [];
  });
  // A press beside everything takes the focus away on purpose.
  document.addEventListener('mousedown', () => {
    setTimeout(() => {
      if (document.activeElement === document.body && !isLost()) places = [];
    });
  });
  let timer: number | undefined;
  const observer = new MutationObserver((changes) => {
    for (const { removedNodes, nextSibling, previousSibling } of changes) {
      for (const row of removedNodes) {
        const isOfFocus = row instanceof HTMLTableRowElement && (places.includes(row) || behind.includes(row));
        if (isOfFocus) neighbours = [nextSibling, previousSibling];
      }
    }
    if (timer !== undefined || !isLost()) return;
    timer = window.setTimeout(() => {
      timer = undefined;
      if (!isLost()) return;
      // The page behind an open dialog cannot have the focus.
      const row =
        !document.querySelector('dialog:modal') &&
        neighbours.find((one) => one instanceof HTMLTableRowElement && one.isConnected);
      if (row instanceof HTMLTableRowElement) focusPlace(row);
      else focusHeading([...places, ...behind]);
    }, graceMillis);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

/** The heading of the nearest part that the focus was in: not of a part in that one, nor of what follows. */
function focusHeading(places: readonly Element[]): void {
  const left = [...places.filter(({ isConnected }) => isConnected), document.querySelector('main') ?? document.body];
  const headings = [...document.querySelectorAll<HTMLElement>('h1, h2, h3, h4')].filter(
    (heading) =>
      heading.getClientRects().length > 0 &&
      left[0]?.compareDocumentPosition(heading) !== Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const partOf = (heading: Element) => heading.closest('article, section, li, dialog, main');
  const heading = left
    .map((place) => headings.find((one) => place.contains(one) && partOf(one)?.contains(place)))
    .find(Boolean);
  if (heading) focusPlace(heading);
}

function focusPlace(place: HTMLElement): void {
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
