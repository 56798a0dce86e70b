import { moneyFromPrice } from '@openhours/contract/money.ts';
import type { Treatment, TreatmentChanges, TreatmentFields } from '@openhours/contract/treatments.ts';
import { decimalsText, typedAmount } from '../../clinic/typed-amount.ts';
import { anything } from '../../ui/required.ts';
import type { Rule } from '../../ui/use-form.ts';
import { wholeNumber } from '../../ui/whole-number.ts';

type TreatmentField = 'name' | 'minutes' | 'bufferMinutes' | 'price' | 'currency' | 'colour' | 'description';

/** The colours of the form. The API accepts any other. */
export const treatmentColours: readonly { name: string; value: string }[] = [
  { name: 'Blue', value: '#3b82f6' },
  { name: 'Teal', value: '#0d9488' },
  { name: 'Green', value: '#16a34a' },
  { name: 'Yellow', value: '#ca8a04' },
  { name: 'Orange', value: '#ea580c' },
  { name: 'Red', value: '#dc2626' },
  { name: 'Pink', value: '#db2777' },
  { name: 'Purple', value: '#7c3aed' },
];

const buffer = wholeNumber([0, 'The buffer cannot be negative.'], [240, 'The buffer can be at most 240 minutes.']);

/** The rules of the form: those of `POST /treatments`, with the messages of its schema. */
export const treatmentRules: Readonly<Record<TreatmentField, Rule>> = {
  name: (name) => (name.trim() === '' ? 'Name is Required' : undefined),
  minutes: wholeNumber([5, 'A treatment takes at least 5 minutes.'], [1440, 'A treatment takes at most a day.']),
  bufferMinutes: (text, control) => (text.trim() === '' ? undefined : buffer(text, control)),
  price: (text, control) => priceFault(text, currencyOf(control)),
  currency: (text) =>
    text.trim() === '' || /^[a-z]{3}$/i.test(text.trim())
      ? undefined
      : "Enter a currency of three letters, like 'EUR'.",
  colour: anything,
  description: anything,
};

/** The request, from valid values. An empty currency means the clinic's. */
export function fieldsFromForm(values: Readonly<Record<TreatmentField, string>>): TreatmentFields {
  const currency = values.currency.trim().toUpperCase();
  return {
    name: values.name.trim(),
    minutes: Number(values.minutes),
    bufferMinutes: Number(values.bufferMinutes),
    price: Number(typedPrice(values.price, currency)),
    description: values.description.trim(),
    colour: values.colour === '' ? null : values.colour,
    ...(currency !== '' && { currency }),
  };
}

/** The fields that differ from the treatment as it was when the form opened: a save keeps what others changed since. */
export function changedFields(fields: TreatmentFields, opened: Treatment): TreatmentChanges {
  const changes: TreatmentChanges = { ...fields };
  for (const field of ['name', 'minutes', 'bufferMinutes', 'price', 'currency', 'colour', 'description'] as const) {
    if (changes[field] === opened[field]) delete changes[field];
  }
  return changes;
}

/** Without a currency, with two decimals at most, as most currencies have. */
function typedPrice(text: string, currency: string): ReturnType<typeof typedAmount> {
  return typedAmount(text, currency || 'USD');
}

/** The error of a price in this currency; an empty currency is the clinic's, which the server checks. */
export function priceFault(text: string, currency: string): string | undefined {
  if (text.trim() === '') return 'Enter a price, or 0 if it is free.';
  const price = typedPrice(text, currency);
  if (price === 'not-a-number') return "Enter a number, like '60' or '49.50'.";
  if (currency === '') return price === 'too-many-decimals' ? 'Enter the currency too.' : undefined;
  return price === 'too-many-decimals' || !moneyFromPrice(price, currency)
    ? decimalsText('A price', currency)
    : undefined;
}

/** The currency beside the price; empty if missing or incomplete. */
function currencyOf(control: Parameters<Rule>[1]): string {
  const found = control?.form?.elements.namedItem('currency');
  const text = found instanceof HTMLInputElement ? found.value.trim().toUpperCase() : '';
  return /^[A-Z]{3}$/.test(text) ? text : '';
}
