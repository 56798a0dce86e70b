/** What the start of the server may import from setup. */
export { openSetup } from './open-setup.ts';
