import { useIsOpening } from '../router.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { AfterAWhile } from './slow-server.tsx';

/** Shown while the next page loads: a line at the top, and after 8 s a retry button. */
export function OpeningProgress() {
  if (!useIsOpening()) return null;
  return (
    <>
      <ProgressBar />
      <AfterAWhile />
    </>
  );
}
