import type { Money } from '../money.ts';

/** How a refund stands at its provider. */
export interface ProviderRefund {
  /** The provider's name for it; unset where it refused it. */
  readonly reference: string | undefined;
  /** Our own id of it; unset for a refund that was not asked for by us. */
  readonly refundId: string | undefined;
  readonly amount: Money;
  readonly state: 'under-way' | 'given-back' | 'failed';
  /** For a failed one: the provider's reason, for the admin. */
  readonly failure?: string;
}
