import { lazy, Suspense } from 'react';
import { preloadDialog } from '../../ui/lazy-dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { BookingDialogProps } from './booking-dialog.tsx';

const load = () => import('./booking-dialog.tsx');
const Loaded = lazy(() => load().then(({ BookingDialog }) => ({ default: BookingDialog })));

/** The booking window, fetched when it is first opened or a little before. */
export function LazyBookingDialog(props: BookingDialogProps) {
  return (
    <Suspense fallback={<ProgressBar />}>
      <Loaded {...props} />
    </Suspense>
  );
}

/** Fetches it ahead of its first use. */
export function preloadBookingDialog(): void {
  void load().catch(() => undefined);
  preloadDialog();
}
