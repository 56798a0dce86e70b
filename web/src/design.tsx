import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DesignPage } from './features/design/design-page.tsx';
import { PublicLayout } from './layouts/public-layout.tsx';
import './page-actions.ts';
import { href } from './pages.ts';
import { ToasterHost } from './ui/toaster-host.tsx';

/** The gallery of components: a separate document, available only in development and tests. */
const root = document.getElementById('root');
if (!root) throw new Error('The document has no root element.');

createRoot(root).render(
  <StrictMode>
    <PublicLayout path={href.gallery()}>
      <div className="page-width py-10 sm:py-14">
        <DesignPage />
      </div>
    </PublicLayout>
    <ToasterHost />
  </StrictMode>,
);
