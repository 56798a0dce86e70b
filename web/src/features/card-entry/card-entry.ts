/** How an attempt to pay by card ended. `message` is the provider's, for the patient. */
export type CardOutcome =
  | { kind: 'succeeded'; transactionId: string }
  /** The provider has not decided yet. */
  | { kind: 'processing'; transactionId: string }
  | { kind: 'refused'; message: string }
  /** Nothing was sent: the card entry shows its errors itself. */
  | { kind: 'incomplete' };

/** What a provider's card entry needs for one payment. */
export type CardEntrySettings = {
  publishableKey: string;
  clientSecret: string;
  /** The address to return to from the bank's page, if the bank requires one. */
  returnUrl: string;
  /** For the sandbox only: its address in place of the provider's API. */
  confirmUrl: string | undefined;
};

/** A provider's form for card data, in the same place on the page. */
export type CardEntry = {
  /** Renders it in the box. Resolves when a card can be entered; throws if the provider cannot be reached. */
  mount: (box: HTMLElement) => Promise<void>;
  /** Pays, including the bank's confirmation if required. Does not throw for the provider's refusals. */
  confirm: () => Promise<CardOutcome>;
  destroy: () => void;
};

export type OpenCardEntry = (settings: CardEntrySettings) => CardEntry;

export const providerUnreachable =
  'We could not reach the payment provider. Check your connection and press Pay again: you cannot be charged twice.';
