/** Conversations for other features. */
export { hideMessage } from './hide-message.ts';
export { findConversation } from './queries.ts';
export { countConversationsOf, countConversationsOfPost, countUnread, findMessage } from './store.ts';
export { listTalkOf } from './talk-of.ts';
