import { decimalsOf } from '@openhours/contract/money.ts';

/**
 * An amount as people type it, with a point or a comma: '60', '49.50', '49,50'. More decimals than the currency has are
 * refused, also zeros: '1,000' may mean a thousand. Pure.
 */
export function typedAmount(text: string, currency: string): number | 'not-a-number' | 'too-many-decimals' {
  const [, whole, decimals = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return 'not-a-number';
  return decimals.length > decimalsOf(currency) ? 'too-many-decimals' : Number(`${whole}.${decimals}`);
}

/** 'An amount in USD has at most 2 decimals.' */
export function decimalsText(what: string, currency: string): string {
  const decimals = decimalsOf(currency);
  return decimals === 0
    ? `${what} in ${currency} has no decimals.`
    : `${what} in ${currency} has at most ${decimals} decimals.`;
}
