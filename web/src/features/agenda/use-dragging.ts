import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { placeOf } from './agenda-item-view.tsx';
import type { Place } from './layout.ts';
import { stretchBetween } from './time-to-block.ts';

/** Less than this is a press. */
const leastPixels = 8;

type Drag = {
  pointerId: number;
  x: number;
  y: number;
  column: number;
  /** The appointment that is dragged; without one, the drag marks time to block. */
  item: HTMLElement | undefined;
  moves: boolean;
  mark: HTMLElement | undefined;
  over: Element | undefined;
};

/** The free item under the pointer, and the time at the pointer. */
export type DropPlace = Place & { pointerMinute: number };

export type DragTargets = {
  /** An appointment was dropped on a free time. */
  onMove: (from: Place, to: DropPlace) => void;
  /** Time of a column was marked. */
  onMark: (column: number, time: { from: number; to: number }) => void;
};

/**
 * Dragging with a mouse or a pen: an appointment to a free time, or over a column to mark time. With a finger, the page
 * scrolls. The keyboard has dialogs for both. Changes the page itself, because a render for each movement would be slow.
 */
export function useDragging(
  { table, firstMinute, scale }: { table: RefObject<HTMLTableElement | null>; firstMinute: number; scale: number },
  { onMove, onMark }: DragTargets,
) {
  const drag = useRef<Drag>(undefined);
  const justDragged = useRef(false);

  const minuteAt = (y: number): number => {
    const top = table.current?.tBodies[0]?.getBoundingClientRect().top ?? 0;
    return Math.min(24 * 60, Math.max(0, firstMinute + (y - top) / scale));
  };
  const end = (): void => {
    const { current } = drag;
    current?.mark?.remove();
    current?.over?.removeAttribute('data-over');
    current?.item?.removeAttribute('data-dragged');
    drag.current = undefined;
  };
  useEffect(() => () => drag.current?.mark?.remove(), []);

  return {
    onPointerDown: (event: PointerEvent<HTMLTableElement>): void => {
      const { target, button, pointerType, pointerId, clientX: x, clientY: y } = event;
      if (button !== 0 || pointerType === 'touch' || !(target instanceof Element)) return;
      const cell = target.closest('td');
      if (!cell) return;
      const item = target.closest<HTMLElement>('[data-kind]') ?? undefined;
      const isAppointment = item?.dataset['kind'] === 'appointment';
      if (item && !isAppointment && item.dataset['kind'] !== 'free') return;
      if (isAppointment && item.dataset['moves'] === undefined) return;
      justDragged.current = false;
      const column = cell.cellIndex - 1;
      drag.current = {
        pointerId,
        x,
        y,
        column,
        item: isAppointment ? item : undefined,
        moves: false,
        mark: undefined,
        over: undefined,
      };
    },
    onPointerMove: (event: PointerEvent<HTMLTableElement>): void => {
      const { current } = drag;
      if (!current || current.pointerId !== event.pointerId) return;
      // It was released outside before the drag began, where the table does not see it.
      if (event.buttons === 0) return end();
      if (!current.moves) {
        if (Math.hypot(event.clientX - current.x, event.clientY - current.y) < leastPixels) return;
        current.moves = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      if (current.item) dragItem(current, event);
      else markTime(current, event, table.current);
    },
    onPointerUp: (event: PointerEvent<HTMLTableElement>): void => {
      const { current } = drag;
      end();
      if (!current?.moves) return;
      justDragged.current = true;
      const { item, over, column } = current;
      if (!item) onMark(column, stretchBetween(minuteAt(current.y), minuteAt(event.clientY)));
      else if (over instanceof HTMLElement)
        onMove(placeOf(item), { ...placeOf(over), pointerMinute: minuteAt(event.clientY) });
    },
    onPointerCancel: end,
    /** The click at the end of a drag is ignored. */
    onClickCapture: (event: { stopPropagation: () => void; preventDefault: () => void }): void => {
      if (!justDragged.current) return;
      justDragged.current = false;
      event.stopPropagation();
      event.preventDefault();
    },
  };
}

function dragItem(drag: Drag, { clientX, clientY }: PointerEvent): void {
  drag.item?.setAttribute('data-dragged', '');
  const free = document.elementFromPoint(clientX, clientY)?.closest('[data-kind="free"]') ?? undefined;
  if (free === drag.over) return;
  drag.over?.removeAttribute('data-over');
  free?.setAttribute('data-over', '');
  drag.over = free;
}

/** Shows the marked time above the table. */
function markTime(drag: Drag, { clientY }: PointerEvent, table: HTMLTableElement | null): void {
  const cell = table?.tBodies[0]?.rows[0]?.cells[drag.column + 1];
  if (!cell || !table) return;
  if (!drag.mark) {
    drag.mark = document.createElement('div');
    drag.mark.className = 'agenda-mark';
    drag.mark.setAttribute('aria-hidden', 'true');
    table.after(drag.mark);
  }
  const { left, width } = cell.getBoundingClientRect();
  const top = Math.min(drag.y, clientY);
  Object.assign(drag.mark.style, {
    left: `${left}px`,
    width: `${width}px`,
    top: `${top}px`,
    height: `${Math.abs(clientY - drag.y)}px`,
  });
}
