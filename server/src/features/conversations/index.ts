/** The door of conversations for other features. */
export { hideMessage } from './hide-message.ts';
export { findConversation } from './queries.ts';
export { countConversationsOf, countConversationsOfPost, findMessage } from './store.ts';
export { listTalkOf } from './talk-of.ts';
