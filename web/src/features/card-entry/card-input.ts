/** The parsed input of the sandbox's card form. `year` has four digits. */
export type TypedCard = { number: string; month: number; year: number; cvc: string };

export type CardFault = { field: 'number' | 'expiry' | 'cvc'; message: string };

/**
 * The provider's public test cards. Any other number may be a real card, and is not sent anywhere.
 */
const testNumbers = new Set(
  `
    4242424242424242 4000056655665556 5555555555554444 2223003122003222 5200828282828210
    378282246310005 371449635398431 6011111111111117 3056930009020004 3566002020360505
    6200000000000005 4000000000009235 4000000000007726 4000000000005126 4000000000000259 4000000000000002
    4000000000009995 4000000000009987 4000000000009979 4000000000000069 4000000000000127
    4000000000000119 4100000000000019 4000002500003155 4000002760003184 4000000000003220
    4000008400001629 4000009900009997
  `
    .trim()
    .split(/\s+/),
);

/** Parses the input, or returns the error of the first invalid field. */
export function readCard({
  number,
  expiry,
  cvc,
  now,
}: {
  number: string;
  expiry: string;
  cvc: string;
  now: Date;
}): { card: TypedCard } | { fault: CardFault } {
  const digits = number.replaceAll(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(digits) || !isLuhn(digits)) return fault('number', 'Your card number is invalid.');
  if (!testNumbers.has(digits)) {
    return fault('number', 'This is a demo. Real cards are not accepted. Please use one of the test numbers.');
  }
  const [, monthText, yearText] = /^(\d{1,2})\s*\/?\s*(\d{2}|\d{4})$/.exec(expiry.trim()) ?? [];
  const month = Number(monthText);
  const year = Number(yearText) + (yearText?.length === 2 ? 2000 : 0);
  if (!(month >= 1 && month <= 12)) return fault('expiry', "Your card's expiration date is incomplete.");
  if (year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1) {
    return fault('expiry', "Your card's expiration date is in the past.");
  }
  const length = /^3[47]/.test(digits) ? 4 : 3;
  if (cvc.trim().length !== length || !/^\d+$/.test(cvc.trim())) {
    return fault('cvc', "Your card's security code is incomplete.");
  }
  return { card: { number: digits, month, year, cvc: cvc.trim() } };
}

function fault(field: CardFault['field'], message: string): { fault: CardFault } {
  return { fault: { field, message } };
}

/** Groups digits as on a card: '4242 4242 42'. */
export function groupDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '').slice(0, 19);
  return digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

/** Whether the check digit of a card number is valid. */
function isLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = index % 2 === 0 ? digit : digit * 2;
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}
