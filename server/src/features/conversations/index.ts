/** The door of conversations for other features. */
export { hideMessage } from './hide-message.ts';
export { countConversationsOfPost, findConversation, findMessage } from './store.ts';
