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
