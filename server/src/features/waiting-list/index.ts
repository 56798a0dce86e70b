/** What other features may import from the waiting list. */

export { waitingListEndedMessage } from './end-closed-entries.ts';
export { giveEntries } from './entry-store.ts';
export { joinForPatient, type Wish } from './join-waiting-list.ts';
export { listWaitingOf } from './list-waiting.ts';
export { waitingListOfferMessage } from './mail-offer.ts';
export { presentEntry } from './presenter.ts';
export { createSlotOffering, OFFER_JOB } from './slot-offering.ts';
