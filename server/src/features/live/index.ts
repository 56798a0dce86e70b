/** Live events for other features. */
export { type NotifyNodes, notifyConnected, type Published, publish, publishQuietly } from './store.ts';
