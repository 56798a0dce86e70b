import type { PaymentService, ServiceCheck } from '@openhours/contract/services.ts';

const names = { sandbox: 'The sandbox', stripe: 'Stripe', sslcommerz: 'SSLCommerz' } as const;

/** How patients can pay by card, and how to change it. */
export function cardsText(cards: PaymentService | null): string {
  if (cards?.provider === 'stripe') return `Cards are taken by Stripe, with ${moneyOf(cards)}.`;
  const how =
    'To take cards with Stripe, set STRIPE_SECRET_KEY, STRIPE_PUBLIC_KEY and STRIPE_WEBHOOK_SECRET on the server and restart it.';
  return cards
    ? `Cards are taken by the sandbox on the server: it is test money, and nobody is charged. ${how}`
    : `Patients cannot pay by card; they pay at the clinic. ${how}`;
}

/** How patients can pay on the page of a provider. Clinics without it need not know. */
export function hostedText(hosted: PaymentService | null): string {
  if (hosted?.provider === 'sslcommerz') return `The payment page is that of SSLCommerz, with ${moneyOf(hosted)}.`;
  return hosted
    ? "The hosted payment page is the sandbox's, too. To replace it, set the SSLCommerz settings on the server and restart it."
    : '';
}

/** What a provider said about our keys; undefined if there is no provider. */
export function checkText(
  service: PaymentService | null,
  check: ServiceCheck | null,
): { isGood: boolean; text: string } | undefined {
  if (!service || !check) return undefined;
  const name = names[service.provider];
  switch (check) {
    case 'works':
      return { isGood: true, text: `${name} accepts the keys.` };
    case 'refused':
      return { isGood: false, text: `${name} does not accept the keys. Compare them with those of your account.` };
    case 'no-answer':
      return { isGood: false, text: `${name} did not answer. Please try again in a moment.` };
  }
}

function moneyOf({ live }: PaymentService): string {
  return live ? 'real money' : 'test money: nobody is charged';
}
