import './page-actions.ts';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './api/query-client.ts';
import { RouterAnchor } from './layouts/router-anchor.tsx';
import { routes } from './routes.tsx';
import { AnchorProvider } from './ui/anchor.tsx';
import { ToasterHost } from './ui/toaster-host.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no root element.');
const router = createBrowserRouter(routes);

// Until the first page is ready, what the document came with stays (layouts/opening-page.tsx).
if (router.state.initialized) render(root);
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    render(root);
  });
}

function render(element: HTMLElement): void {
  createRoot(element).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <AnchorProvider value={RouterAnchor}>
            <RouterProvider router={router} />
          </AnchorProvider>
          <ToasterHost />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>,
  );
}
