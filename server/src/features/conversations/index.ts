/** The door of conversations for other features. */
export { hideMessage } from './hide-message.ts';
export { findConversation } from './queries.ts';
export { countConversationsOfPost, findMessage } from './store.ts';
