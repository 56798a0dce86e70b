/** What other features may import from the waiting list. */

export { waitingListEndedMessage } from './end-closed-entries.ts';
export { giveEntries } from './entry-store.ts';
export { listWaitingOf } from './list-waiting.ts';
export { waitingListOfferMessage } from './mail-offer.ts';
export { createSlotOffering, OFFER_JOB } from './slot-offering.ts';
