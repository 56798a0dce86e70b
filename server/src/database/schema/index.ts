/** The whole schema, one file per feature. Only a feature's `store.ts` writes its tables. */
export * from './agenda.ts';
export * from './audit.ts';
export * from './booking.ts';
export * from './clinic.ts';
export * from './conversations.ts';
export * from './demo.ts';
export * from './feed.ts';
export * from './identity.ts';
export * from './images.ts';
export * from './invitations.ts';
export * from './limits.ts';
export * from './live.ts';
export * from './messages.ts';
export * from './moderation.ts';
export * from './payments.ts';
export * from './requests.ts';
export * from './schedule.ts';
