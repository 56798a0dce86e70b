/** Messages for other features. */
export type { Letterhead } from './mail-document.ts';
export { type DueMessage, defineMessage, type Found, type Kind, type Written } from './message-kind.ts';
export { queueMessage } from './queue-message.ts';
export { deleteMessagesTo, hurryMessages, releaseHeldMessages, withdrawMessage } from './store.ts';
