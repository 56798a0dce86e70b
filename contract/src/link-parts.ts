/** A piece of a text: plain text or a link. */
type TextPart = { text: string; href?: string };

const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"'`]+/gi;
/** Punctuation after an address that belongs to the sentence. */
const TRAILING = /[.,;:!?)\]}'"…]+$/;

/** Finds web addresses in a text. Only http and https, so no scripts. */
export function linkParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutTrailing(match[0]);
    const href = hrefOf(address);
    if (href === undefined) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: address, href });
    end = match.index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** A closing bracket belongs to the address if it opened there: …/Heart_(organ). */
function withoutTrailing(address: string): string {
  const cut = address.replace(TRAILING, '');
  return cut.includes('(') && address.startsWith(`${cut})`) ? `${cut})` : cut;
}

function hrefOf(address: string): string | undefined {
  const whole = /^www\./i.test(address) ? `https://${address}` : address;
  if (!URL.canParse(whole)) return undefined;
  const { protocol, hostname, href } = new URL(whole);
  return (protocol === 'http:' || protocol === 'https:') && hostname.includes('.') ? href : undefined;
}
