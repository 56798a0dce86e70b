/** The whole database, one file a feature. Only a feature's `store.ts` writes its tables. */
export * from './booking.ts';
export * from './identity.ts';
export * from './limits.ts';
export * from './payments.ts';
export * from './requests.ts';
export * from './schedule.ts';
