import { fieldOf, textField } from '../../api/http.ts';
import { type CardEntrySettings, type CardOutcome, providerUnreachable } from './card-entry.ts';
import type { TypedCard } from './card-input.ts';

/** The sandbox's answer to a card: an outcome, or a request for the bank's confirmation. */
type Confirmed = CardOutcome | { kind: 'wants-holder'; address: string };

/** Confirms a payment as the provider's library would: one form, sent directly to the provider (sandbox/README.md). */
export async function confirmAtSandbox(
  card: TypedCard,
  { confirmUrl = '', clientSecret, publishableKey, returnUrl }: CardEntrySettings,
): Promise<Confirmed> {
  const id = clientSecret.split('_secret_')[0] ?? '';
  return send(`${confirmUrl}/v1/payment_intents/${encodeURIComponent(id)}/confirm`, {
    key: publishableKey,
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card.number,
    'payment_method_data[card][exp_month]': String(card.month),
    'payment_method_data[card][exp_year]': String(card.year),
    'payment_method_data[card][cvc]': card.cvc,
    return_url: returnUrl,
  });
}

/** Answers the bank's confirmation. */
export async function authenticateAtSandbox(
  address: string,
  { clientSecret, isHolder }: { clientSecret: string; isHolder: boolean },
): Promise<CardOutcome> {
  const confirmed = await send(address, { client_secret: clientSecret, outcome: isHolder ? 'complete' : 'fail' });
  return confirmed.kind === 'wants-holder' ? { kind: 'refused', message: providerUnreachable } : confirmed;
}

async function send(address: string, fields: Record<string, string>): Promise<Confirmed> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { accept: 'application/json' },
      credentials: 'omit',
      signal: AbortSignal.timeout(30_000),
    });
    return readConfirmed(await response.json());
  } catch {
    return { kind: 'refused', message: providerUnreachable };
  }
}

/** Parses the provider's answer: a payment intent, or an error that may contain one. */
export function readConfirmed(body: unknown): Confirmed {
  const error = fieldOf(body, 'error');
  const intent = error ? fieldOf(error, 'payment_intent') : body;
  const status = textField(intent, 'status');
  const transactionId = textField(intent, 'id');
  // An error may be about a payment that succeeded: in another tab, or by an attempt whose answer was lost.
  if (transactionId && (status === 'succeeded' || status === 'processing')) return { kind: status, transactionId };
  const address = textField(fieldOf(fieldOf(intent, 'next_action'), 'redirect_to_url'), 'url');
  if (!error && status === 'requires_action' && address) return { kind: 'wants-holder', address };
  return { kind: 'refused', message: textField(error, 'message') ?? providerUnreachable };
}
