import { type RefObject, type UIEvent, useEffect, useRef } from 'react';
import type { FramePosition } from '../../page-history.ts';
import { useHistory } from '../../router.tsx';

/** Safari refuses more than a hundred changes of the history in 30 seconds. */
const keptAfterMillis = 300;

/**
 * Keeps the position of the frame in the history entry: it stays on the next day, after Back and after a reload. Without
 * one, scrolls once to the current time, and to today's column: in a narrow window, Sunday's is not visible at first.
 */
export function useFramePosition({
  view,
  firstMinute,
  scale,
  now,
}: {
  view: string;
  /** The first minute of the table, and the pixels of each. */
  firstMinute: number;
  scale: number;
  /** The current minute if today is shown. */
  now: number | undefined;
}): { frame: RefObject<HTMLDivElement | null>; onScroll: (event: UIEvent<HTMLElement>) => void } {
  const history = useHistory();
  const frame = useRef<HTMLDivElement>(null);
  const isPlaced = useRef(false);
  const unkept = useRef<{ position: FramePosition; timer: number }>(undefined);

  useEffect(() => {
    const { current: box } = frame;
    if (!box || isPlaced.current) return;
    const kept = history.frame?.view === view ? history.frame : undefined;
    if (!kept && now === undefined) return;
    isPlaced.current = true;
    if (kept) {
      box.scrollTop = (kept.minute - firstMinute) * scale;
      box.scrollLeft = kept.left;
    } else if (now !== undefined) {
      box.scrollTop = Math.max(0, (now - firstMinute) * scale - 120);
      showToday(box);
    }
  }, [history, view, firstMinute, scale, now]);

  useEffect(
    () => () => {
      const { current: last } = unkept;
      if (!last) return;
      window.clearTimeout(last.timer);
      history.keepFrame(last.position);
    },
    [history],
  );

  return {
    frame,
    onScroll: ({ currentTarget: { scrollTop, scrollLeft } }) => {
      window.clearTimeout(unkept.current?.timer);
      const position = { view, minute: firstMinute + scrollTop / scale, left: scrollLeft };
      const timer = window.setTimeout(() => {
        unkept.current = undefined;
        history.keepFrame(position);
      }, keptAfterMillis);
      unkept.current = { position, timer };
    },
  };
}

function showToday(box: HTMLElement): void {
  const today = box.querySelector('thead [data-today]');
  if (!today) return;
  const [outer, inner] = [box.getBoundingClientRect(), today.getBoundingClientRect()];
  box.scrollLeft += Math.max(0, inner.right - outer.right) - Math.max(0, outer.left - inner.left);
}
