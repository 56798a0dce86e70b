/** What other features may import from invitations. */
export { deleteInvitationsBy } from './store.ts';
