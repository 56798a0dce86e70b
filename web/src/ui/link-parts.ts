/** A piece of a text: plain, or an address that can be followed. */
export type TextPart = { text: string; href?: string };

const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"'`]+/gi;
/** What stands behind an address in a sentence and is no part of it. */
const TRAILING = /[.,;:!?)\]}'"…]+$/;

/** Finds the web addresses in what somebody wrote. Only http and https: nothing that runs. */
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

/** A closing bracket stays where the address opened it: …/Heart_(organ). */
function withoutTrailing(address: string): string {
  const cut = address.replace(TRAILING, '');
  return cut.includes('(') && address.startsWith(`${cut})`) ? `${cut})` : cut;
}

function hrefOf(address: string): string | undefined {
  const url = URL.parse(/^www\./i.test(address) ? `https://${address}` : address);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname.includes('.')
    ? url.href
    : undefined;
}
