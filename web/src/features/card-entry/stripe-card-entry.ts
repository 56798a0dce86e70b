import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type CardOutcome, type OpenCardEntry, providerUnreachable } from './card-entry.ts';

const scriptUrl = 'https://js.stripe.com/endive/stripe.js';

/** Stripe's Payment Element. Its input never reaches our page. */
export const openCardEntry: OpenCardEntry = ({ publishableKey, clientSecret, returnUrl }) => {
  let opened: { stripe: Stripe; elements: StripeElements } | undefined;
  let isDestroyed = false;
  return {
    mount: async (box) => {
      await addScript();
      const stripe = await loadStripe(publishableKey);
      if (!stripe) throw new Error('Stripe.js is not available.');
      if (isDestroyed) return;
      const elements = stripe.elements({ clientSecret, appearance: appearance() });
      opened = { stripe, elements };
      const element = elements.create('payment', { wallets: { applePay: 'never', googlePay: 'never' } });
      await new Promise<void>((resolve, reject) => {
        element.once('ready', () => resolve());
        element.once('loaderror', ({ error }) => reject(new Error(error.message ?? 'The card entry did not load.')));
        element.mount(box);
      });
    },

    confirm: async () => {
      if (!opened) return { kind: 'refused', message: providerUnreachable };
      const { stripe, elements } = opened;
      const checked = await elements.submit();
      if (checked.error) return { kind: 'incomplete' };
      const { paymentIntent, error } = await stripe.confirmPayment({
        elements,
        clientSecret,
        confirmParams: { return_url: returnUrl },
        redirect: 'if_required',
      });
      if (paymentIntent) return outcomeOf(paymentIntent);
      // Paid in another tab, or by an attempt whose answer was lost.
      if (error.payment_intent?.status === 'succeeded') return outcomeOf(error.payment_intent);
      return refused(error.message);
    },

    destroy: () => {
      isDestroyed = true;
      opened?.elements.getElement('payment')?.destroy();
    },
  };
};

function outcomeOf({ id, status }: { id: string; status: string }): CardOutcome {
  if (status === 'succeeded' || status === 'processing') return { kind: status, transactionId: id };
  return refused('The payment was not completed. Please try again.');
}

function refused(message: string | undefined): CardOutcome {
  return { kind: 'refused', message: message ?? providerUnreachable };
}

type ScriptPolicy = { createScriptURL: (url: string) => string };
type PolicyFactory = { createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy };

declare global {
  interface Window {
    /** In browsers with Trusted Types. Typed as strings, because TypeScript does not know the trusted types. */
    trustedTypes?: PolicyFactory;
  }
}

let policy: ScriptPolicy | undefined;

/**
 * Adds the provider's script through the payment page's only Trusted Types policy (server/src/start/payment-providers.ts),
 * which allows this one address. The library then finds the script; by itself it would set the address as plain text,
 * which the browser refuses.
 */
async function addScript(): Promise<void> {
  if ('Stripe' in window) return;
  const admit = (url: string): string => {
    if (url !== scriptUrl) throw new TypeError('Not the card entry.');
    return url;
  };
  policy ??= window.trustedTypes?.createPolicy('card-entry', { createScriptURL: admit }) ?? { createScriptURL: admit };
  const script = document.createElement('script');
  script.src = policy.createScriptURL(scriptUrl);
  await new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The script of the card provider did not load.'));
    });
    document.head.append(script);
  });
}

/** Our colours and sizes; 16 px keeps phones from zooming in. */
function appearance(): Appearance {
  const styles = getComputedStyle(document.documentElement);
  const token = (name: string): string => styles.getPropertyValue(name).trim();
  return {
    theme: document.documentElement.classList.contains('dark') ? 'night' : 'stripe',
    variables: {
      fontSizeBase: '16px',
      fontFamily: 'system-ui, sans-serif',
      borderRadius: '10px',
      colorPrimary: token('--pine'),
      colorBackground: token('--surface'),
      colorText: token('--ink'),
      colorTextSecondary: token('--muted'),
      colorDanger: token('--danger'),
    },
  };
}
