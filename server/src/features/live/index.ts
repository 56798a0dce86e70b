/** Live events for other features. */
export { notifyConnected, type Published, publish } from './store.ts';
