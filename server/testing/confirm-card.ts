/** The number of the test card that is accepted. */
export const GOOD_CARD = '4242424242424242';

/** Confirms a client secret at the sandbox's card provider, as the page's card entry does. */
export async function confirmCard(
  provider: { url: string; publishableKey: string },
  { clientSecret, card = GOOD_CARD }: { clientSecret: string; card?: string | undefined },
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${provider.url}/v1/payment_intents/${intentOf(clientSecret)}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: provider.publishableKey,
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** The transaction id. */
export function intentOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? '';
}
