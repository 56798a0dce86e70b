/** Live events for other features. */
export { notifyConnected, type Published, publish, publishUntold, type TellNodes } from './store.ts';
