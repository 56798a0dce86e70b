/** The door of live events for other features. */
export { type Published, publish, tellPassing } from './store.ts';
