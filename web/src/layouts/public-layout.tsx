import type { ReactNode } from 'react';
import { Footer } from './footer.tsx';
import { Navigation, type NavigationProps } from './navigation.tsx';

/** Navigation bar, page content, footer. */
export function PublicLayout({ path, unread, children }: NavigationProps & { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <Navigation path={path} unread={unread} />
      <main id="content" tabIndex={-1} className="grow">
        {children}
      </main>
      <Footer />
    </div>
  );
}
