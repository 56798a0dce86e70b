import './page-actions.ts';
import { type ComponentType, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';

/** The pages that are prerendered and then brought to life by themselves, without a router. */
const pages: Record<string, () => Promise<{ Page: ComponentType }>> = {
  '/login': () => import('./features/identity/login-page.tsx'),
  '/signup': () => import('./features/identity/signup-page.tsx'),
  '/forgot-password': () => import('./features/identity/forgot-password-page.tsx'),
  '/reset-password': () => import('./features/identity/reset-password-page.tsx'),
};

const load = pages[location.pathname];
const root = document.getElementById('root');
if (load && root) {
  const { Page } = await load();
  hydrateRoot(
    root,
    <StrictMode>
      <Page />
    </StrictMode>,
  );
}
