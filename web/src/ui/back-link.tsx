import type { AnchorProps } from './anchor.tsx';
import { TextLink } from './text-link.tsx';

/** Leads to the page above this one. It stands above the page's heading. */
export function BackLink(props: AnchorProps) {
  return <TextLink {...props} className="mb-2 min-h-11 print:hidden" />;
}
