/** Live events for other features. */
export { inFrequentTransaction, notifyAfter } from './notify-after.ts';
export { type NotifyNodes, notifyConnected, type Published, publish, rewriteMessage } from './store.ts';
