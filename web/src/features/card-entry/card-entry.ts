/** How an attempt to pay by card ended. `message` is the provider's own sentence for the patient. */
export type CardOutcome =
  | { kind: 'succeeded'; transactionId: string }
  /** The provider has not decided yet. */
  | { kind: 'processing'; transactionId: string }
  | { kind: 'refused'; message: string }
  /** Nothing was sent: the card entry itself shows what is missing in it. */
  | { kind: 'incomplete' };

/** What a provider needs to take a card for one payment. */
export type CardEntrySettings = {
  publishableKey: string;
  clientSecret: string;
  /** Where to come back to, should the patient's bank want to see them on a page of its own. */
  returnUrl: string;
  /** The sandbox only: what stands in for the provider's API. */
  confirmUrl: string | undefined;
};

/** Where a patient enters a card: each provider's own, in the same place of the page. */
export type CardEntry = {
  /** Shows it in the box; done when a card can be entered. Throws when the provider cannot be reached. */
  mount: (box: HTMLElement) => Promise<void>;
  /** Pays, once the patient's bank has been satisfied. Never throws for what the provider says. */
  confirm: () => Promise<CardOutcome>;
  destroy: () => void;
};

export type OpenCardEntry = (settings: CardEntrySettings) => CardEntry;

export const providerUnreachable =
  'We could not reach the payment provider. Check your connection and press Pay again: you cannot be charged twice.';
