/** Messages for other features. */
export { deleteChoicesOf, listChoicesOf, listNotWanting, listWanting } from './choice-store.ts';
export type { Letterhead } from './mail-document.ts';
export { type Block, defineMessage, type Kind, type Sender, type Written } from './message-kind.ts';
export {
  type Message,
  messageRows,
  queueMessage,
  queueMessages,
  queueMessagesOnce,
  queueUnlessPromised,
} from './queue-message.ts';
export { appendIfRoom } from './short-text.ts';
export {
  deleteMessagesTo,
  giveMessages,
  hurryMessage,
  releaseHeldMessages,
  takeBackEmail,
  withdrawMessage,
} from './store.ts';
