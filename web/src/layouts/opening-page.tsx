import { useLocation } from 'react-router';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Navigation } from './navigation.tsx';

/** What stands while the application finds out who is there: the navigation, and a progress bar. */
export function OpeningPage() {
  const { pathname } = useLocation();
  return (
    <>
      <Navigation path={pathname} />
      <ProgressBar />
      <main id="content" className="page-width py-14" aria-busy="true" />
    </>
  );
}
