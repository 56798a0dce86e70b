import type { Money } from '@openhours/contract/money.ts';

/** A refund at its provider. */
export interface ProviderRefund {
  /** The provider's id; unset if it refused the refund. */
  readonly reference: string | undefined;
  /** Our own id; unset for a refund that we did not request. */
  readonly refundId: string | undefined;
  readonly amount: Money;
  /** `succeeded` may become `failed` later. */
  readonly state: 'pending' | 'succeeded' | 'failed';
  /** For a failed one: the provider's reason, for the admin. */
  readonly failure?: string;
}
