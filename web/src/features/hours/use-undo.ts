import { type RefCallback, useCallback, useState } from 'react';
import { changed, type History, redone, startHistory, undone } from './history.ts';

export type Undo<Value> = {
  value: Value;
  /** @param part names changes that are undone together, such as the characters typed into one field */
  change: (next: Value, part?: string) => void;
  undo: () => void;
  redo: () => void;
  canUndo: boolean;
  canRedo: boolean;
  /** Ref of the element around all fields. Handles Ctrl+Z, Ctrl+Shift+Z and Ctrl+Y, and the same keys with Cmd. */
  listenAt: RefCallback<HTMLElement>;
};

/** A value with undo and redo. */
export function useUndo<Value>(initial: () => Value): Undo<Value> {
  const [history, setHistory] = useState<History<Value>>(() => startHistory(initial()));
  const undo = useCallback(() => setHistory(undone), []);
  const redo = useCallback(() => setHistory(redone), []);
  const listenAt = useCallback(
    (element: HTMLElement | null) => {
      const onKeyDown = (event: KeyboardEvent): void => {
        if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
        const key = event.key.toLowerCase();
        if (key !== 'z' && key !== 'y') return;
        // The browser's undo covers only typing in one field, not changes by buttons.
        event.preventDefault();
        if (key === 'y' || event.shiftKey) redo();
        else undo();
      };
      element?.addEventListener('keydown', onKeyDown);
      return () => element?.removeEventListener('keydown', onKeyDown);
    },
    [undo, redo],
  );
  return {
    value: history.present,
    change: (next, part) => setHistory((current) => changed(current, next, part)),
    undo,
    redo,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    listenAt,
  };
}
