import './page-actions.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { isNotFound } from './api/failure.ts';
import { queryClient } from './api/query-client.ts';
import { sessionQuery } from './api/session-query.ts';
import { RootErrorPage } from './layouts/error-page.tsx';
import { keepFocus } from './layouts/keep-focus.ts';
import { keepFocusInSight } from './layouts/keep-focus-in-sight.ts';
import { KeepOutlineFocus, noteOutlineFocus } from './layouts/outline-focus.tsx';
import { PageErrors } from './layouts/page-errors.tsx';
import { RouterAnchor } from './layouts/router-anchor.tsx';
import { SlowServer } from './layouts/slow-server.tsx';
import { pageAt } from './pages.ts';
import { BrowserRouter } from './router.tsx';
import { Pages } from './routes.tsx';
import { AnchorProvider } from './ui/anchor.tsx';
import { ToasterHost } from './ui/toaster-host.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no root element.');

void open(root);

/** The document's outline (documents/opening-page.tsx) stays until the first page is ready. */
async function open(place: HTMLElement): Promise<void> {
  keepFocus();
  keepFocusInSight();
  const focused = noteOutlineFocus(place);
  const audience = pageAt(location.pathname)?.audience ?? 'everyone';
  if (audience !== 'everyone') await queryClient.prefetchQuery(sessionQuery);
  // In a transition, React waits for the page's script.
  startTransition(() =>
    createRoot(place, { onCaughtError: logCaught }).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <AnchorProvider value={RouterAnchor}>
            <BrowserRouter>
              <PageErrors page={RootErrorPage}>
                <Pages />
              </PageErrors>
            </BrowserRouter>
          </AnchorProvider>
          <SlowServer />
          <ToasterHost />
          <KeepOutlineFocus focused={focused} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}

/** A 404 is not logged as an error. */
function logCaught(error: unknown): void {
  if (!isNotFound(error)) console.error(error);
}
