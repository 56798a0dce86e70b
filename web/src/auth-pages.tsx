import './page-actions.ts';
import { type ComponentType, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { pageAt } from './pages.ts';

/** The pages with a form: prerendered, then hydrated on their own, without a router. */
const modules = import.meta.glob<{ Page: ComponentType }>([
  './features/identity/*-page.tsx',
  '!./features/identity/sign-in-window-page.tsx',
]);

const load = modules[`./features/${pageAt(location.pathname)?.module}.tsx`];
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
