import { useIsOpening } from '../router.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { AfterAWhile } from './slow-server.tsx';

/** While the next page loads: a line at the top, and after 8 s an offer to try again. */
export function OpeningProgress() {
  if (!useIsOpening()) return null;
  return (
    <>
      <ProgressBar />
      <AfterAWhile />
    </>
  );
}
