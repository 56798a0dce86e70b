/** The fixed exchange rates to BDT, in ten-thousandths. */
const ratesToBdt: Readonly<Record<string, number>> = {
  BDT: 10_000,
  USD: 1_215_000,
  EUR: 1_400_000,
  GBP: 1_600_000,
  SGD: 930_000,
  INR: 14_000,
  MYR: 285_000,
  AUD: 790_000,
  CAD: 870_000,
};

/** The session's limits, in hundredths of a taka. */
const leastBdt = 1000;
const mostBdt = 50_000_000;

export interface Price {
  /** As requested by the shop, in hundredths. */
  amount: number;
  currency: string;
  /** The same in hundredths of a taka: the amount that is charged, settled and refunded. */
  bdt: number;
  /** Ten-thousandths of a taka for one unit. */
  rate: number;
}

/** Parses a shop's amount; a string is the reason for a refusal. */
export function readPrice(amountText: string, currencyText: string): Price | string {
  const currency = currencyText.toUpperCase();
  const rate = Object.hasOwn(ratesToBdt, currency) ? ratesToBdt[currency] : undefined;
  if (rate === undefined) return `Invalid currency: ${currencyText}`;
  const amount = readHundredths(amountText);
  if (amount === undefined) return 'Invalid amount: total_amount is a decimal (10,2)';
  const bdt = Math.round((amount * rate) / 10_000);
  if (bdt < leastBdt || bdt > mostBdt) return 'Invalid amount: it must be from 10.00 BDT to 500000.00 BDT';
  return { amount, currency, bdt, rate };
}

/** '150', '150.5' and '150.00' in hundredths; undefined for anything else. */
export function readHundredths(text: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

export function writeHundredths(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}

/** The store's amount after the gateway's fee of 2.5 %. */
export function afterFee(hundredths: number): number {
  return hundredths - Math.round(hundredths * 0.025);
}
