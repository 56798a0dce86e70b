import { type KeyboardEvent, useEffect, useRef } from 'react';
import { placeOf } from './agenda-item-view.tsx';
import { type Direction, nearest, neighbour, type Place } from './layout.ts';

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'before',
  ArrowRight: 'after',
  Home: 'first',
  End: 'last',
};
const directionsWithCtrl: Readonly<Record<string, Direction>> = { Home: 'first-column', End: 'last-column' };

/**
 * One item has the tab stop, and the keys move it. Done in the page itself, because a render of a thousand items for
 * each key would be slow.
 *
 * @param start which item has the tab stop until one was focused; without it, the first
 */
export function useArrowKeys(start: Place | undefined) {
  const table = useRef<HTMLTableElement>(null);
  const last = useRef<Place & { element: HTMLElement }>(undefined);

  const give = (element: HTMLElement): void => {
    for (const before of table.current?.querySelectorAll<HTMLElement>('[data-minute][tabindex="0"]') ?? []) {
      before.tabIndex = -1;
    }
    element.tabIndex = 0;
  };
  useEffect(() => {
    const { current: root } = table;
    if (!root) return;
    const items = itemsOf(root);
    const was = last.current;
    if (was && !root.contains(was.element)) {
      // The item that had the focus is gone: somebody booked or cancelled.
      const next = items[nearest(items.map(placeOf), was) ?? -1];
      last.current = next && { element: next, ...placeOf(next) };
      if (next) give(next);
      if (next && document.activeElement === document.body) next.focus();
    }
    if (!last.current) {
      const at = start && items.map(placeOf).findIndex((place) => isSame(place, start));
      const first = items[at ?? 0] ?? items[0];
      if (first) give(first);
    }
  });
  return {
    table,
    onFocus: ({ target }: { target: EventTarget }): void => {
      if (!(target instanceof HTMLElement) || target.dataset['minute'] === undefined) return;
      last.current = { element: target, ...placeOf(target) };
      give(target);
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>): void => {
      const { current: root } = table;
      const direction = directionOf(event, root);
      if (!root || !direction || !(event.target instanceof HTMLElement)) return;
      const items = itemsOf(root);
      const at = items.indexOf(event.target);
      const next = items[neighbour(items.map(placeOf), at, direction)];
      if (at < 0 || !next) return;
      event.preventDefault();
      next.focus();
    },
  };
}

function directionOf({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, root: Element | null): Direction | undefined {
  if (altKey || metaKey || !root) return undefined;
  const direction = (ctrlKey ? directionsWithCtrl : directions)[key];
  const isMirrored = getComputedStyle(root).direction === 'rtl';
  if (!isMirrored) return direction;
  return direction === 'before' ? 'after' : direction === 'after' ? 'before' : direction;
}

function isSame(one: Place, other: Place): boolean {
  return one.column === other.column && one.startMinute === other.startMinute;
}

function itemsOf(root: Element): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('[data-minute]')];
}
