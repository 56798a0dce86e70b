import { lazy, Suspense } from 'react';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { DeletionDialogProps } from './deletion-dialog.tsx';
import type { RoleRemovalDialog } from './role-removal-dialog.tsx';
import type { SpecialtyDialog } from './specialty-dialog.tsx';

const Deletion = lazy(() => import('./deletion-dialog.tsx').then((file) => ({ default: file.DeletionDialog })));
const Removal = lazy(() => import('./role-removal-dialog.tsx').then((file) => ({ default: file.RoleRemovalDialog })));
const Specialty = lazy(() => import('./specialty-dialog.tsx').then((file) => ({ default: file.SpecialtyDialog })));

/* The dialogs of the admin's lists, fetched when they are first opened. */

export function LazyDeletionDialog(props: DeletionDialogProps) {
  return (
    <Suspense fallback={<ProgressBar />}>
      <Deletion {...props} />
    </Suspense>
  );
}

export function LazyRoleRemovalDialog(props: Parameters<typeof RoleRemovalDialog>[0]) {
  return (
    <Suspense fallback={<ProgressBar />}>
      <Removal {...props} />
    </Suspense>
  );
}

export function LazySpecialtyDialog(props: Parameters<typeof SpecialtyDialog>[0]) {
  return (
    <Suspense fallback={<ProgressBar />}>
      <Specialty {...props} />
    </Suspense>
  );
}
