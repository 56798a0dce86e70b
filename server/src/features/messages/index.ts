/** Messages for other features. */
export type { Composed, ComposeMessage, DueMessage } from './compose.ts';
export { queueMessage } from './queue-message.ts';
export { deleteMessagesTo, withdrawMessage } from './store.ts';
