/** Conversations for other features. */
export { hideMessage } from './hide-message.ts';
export { listConversationsForExport } from './list-conversations-for-export.ts';
export { findConversation } from './queries.ts';
export {
  countConversationsOf,
  countConversationsOfPost,
  countUnread,
  deleteBlocksOf,
  findMessage,
  listBlockedBy,
} from './store.ts';
