/** What other features may import from invitations. */
export { deleteInvitationsBy, deleteInvitationsTo } from './store.ts';
