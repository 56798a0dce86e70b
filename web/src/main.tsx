import './page-actions.ts';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { fieldOf } from './api/http.ts';
import { queryClient } from './api/query-client.ts';
import { RootErrorPage } from './layouts/error-page.tsx';
import { PageErrors } from './layouts/page-errors.tsx';
import { RouterAnchor } from './layouts/router-anchor.tsx';
import { BrowserRouter } from './router.tsx';
import { Pages } from './routes.tsx';
import { AnchorProvider } from './ui/anchor.tsx';
import { ToasterHost } from './ui/toaster-host.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no root element.');

// In a transition: until the first page is ready, what the document came with stays (layouts/opening-page.tsx).
startTransition(() =>
  createRoot(root, { onCaughtError: tell }).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <AnchorProvider value={RouterAnchor}>
            <BrowserRouter>
              <PageErrors page={RootErrorPage}>
                <Pages />
              </PageErrors>
            </BrowserRouter>
          </AnchorProvider>
          <ToasterHost />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  ),
);

/** What is not there is no fault of the page. */
function tell(error: unknown): void {
  if (fieldOf(error, 'status') !== 404) console.error(error);
}
