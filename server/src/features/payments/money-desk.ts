import type { CardPayments } from '../../providers/card-payments/port.ts';
import type { HostedPayments } from '../../providers/hosted-page/port.ts';
import type { Jobs } from '../../providers/jobs/port.ts';
import type { MailSender } from '../../providers/mail/port.ts';

/** What the use cases of payments work with. */
export interface MoneyDesk {
  /** Unset where the clinic does not take money this way. */
  readonly cards: CardPayments | undefined;
  readonly hosted: HostedPayments | undefined;
  readonly jobs: Jobs;
  readonly mail: MailSender;
  readonly productName: string;
  readonly publicUrl: string;
}

export const REFUND_JOB = 'refund-payment';
export const TELL_JOB = 'tell-about-payment';
export const RECONCILE_JOB = 'reconcile-payments';
export const COMPARE_JOB = 'compare-payments';
