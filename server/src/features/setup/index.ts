/** Set-up for the start of the server. */
export { openSetup } from './open-setup.ts';
