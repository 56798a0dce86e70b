/** See build/contract-routes.ts. */
declare module 'virtual:contract-routes' {
  import type { Routes } from '../src/api/request-of-call.ts';

  const routes: Routes;
  export default routes;
}

/** The calls that only people who work in the clinic make. */
declare module 'virtual:staff-routes' {
  export { default } from 'virtual:contract-routes';
}

/** See build/page-modules.ts. */
declare module 'virtual:page-modules' {
  import type { ComponentType } from 'react';

  const modules: Readonly<Record<string, () => Promise<{ Component: ComponentType }>>>;
  export default modules;
}

/** The pages that only people who work in the clinic open. */
declare module 'virtual:staff-page-modules' {
  export { default } from 'virtual:page-modules';
}
