import { useEffect } from 'react';
import { LazyDialog } from '../ui/lazy-dialog.tsx';
import { guardUnsaved, type LeaveWords } from '../ui/unsaved.ts';

/** While there are unsaved changes, the page is not left without a confirmation. A page may have several. */
export function LeaveGuard({ when, title, description }: { when: boolean } & Partial<LeaveWords>) {
  useEffect(() => {
    if (!when) return;
    LazyDialog.preload();
    const words = title !== undefined && description !== undefined ? { title, description } : undefined;
    return guardUnsaved(() => true, words);
  }, [when, title, description]);
  return null;
}
