/** Live events for other features. */
export { eventRows, notifyConnected, type Published, publish } from './store.ts';
