import { useRef } from 'react';

/** Tells whether a form has unsaved input, also when it is edited while it is being saved. */
export function useEdits(onDirty: (isDirty: boolean) => void) {
  const count = useRef(0);
  return {
    /** Call this with each edit. */
    edit: (): void => {
      count.current += 1;
      onDirty(true);
    },
    /** The number of edits that a save covers, for its `onMutate`. */
    begin: (): number => count.current,
    /** After a save. */
    settle: (saved: number): void => {
      if (count.current === saved) onDirty(false);
    },
  };
}
