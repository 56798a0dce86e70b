/** The waiting list for `app.ts`. */
export { waitingListOfferMessage } from './mail-offer.ts';
export { createSlotOffering, OFFER_JOB, type SlotOffering } from './slot-offering.ts';
