import { useRef, useState } from 'react';

/** Tells whether a form has unsaved input, also when it is edited while it is being saved. */
export function useEdits() {
  const count = useRef(0);
  const [isDirty, setIsDirty] = useState(false);
  return {
    /** For `LeaveGuard`. */
    isDirty,
    /** Call this with each edit. */
    edit: (): void => {
      count.current += 1;
      setIsDirty(true);
    },
    /** The number of edits that a save covers, for its `onMutate`. */
    begin: (): number => count.current,
    /** After a save. */
    settle: (saved: number): void => {
      if (count.current === saved) setIsDirty(false);
    },
  };
}
