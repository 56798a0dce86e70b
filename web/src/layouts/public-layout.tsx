import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Navigation } from './navigation.tsx';

/** Navigation bar, page content, footer. */
export function PublicLayout({ path, children }: { path: string; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Navigation path={path} />
      <main id="content" tabIndex={-1} className="grow">
        {children}
      </main>
      <Footer />
    </div>
  );
}
