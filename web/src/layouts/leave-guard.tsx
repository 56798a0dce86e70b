import { useEffect } from 'react';
import { LazyDialog } from '../ui/lazy-dialog.tsx';
import { guardUnsaved, type OwnLeaveWords } from '../ui/unsaved.ts';

/** While there are unsaved changes, the page is not left without a confirmation. A page may have several. */
export function LeaveGuard({ when, title, description, keep, discard }: { when: boolean } & OwnLeaveWords) {
  useEffect(() => {
    if (!when) return;
    LazyDialog.preload();
    return guardUnsaved(() => true, { title, description, keep, discard });
  }, [when, title, description, keep, discard]);
  return null;
}
