import type { MouseEvent } from 'react';
import { pageAt } from '../pages.ts';
import { useHistory } from '../router.tsx';
import type { AnchorProps } from '../ui/anchor.tsx';

/**
 * The application's link: pages of the application open without a page load, others as documents. A page with its own
 * security policy is always opened and left as a document, because a policy belongs to the document.
 *
 * It reads the URL only when it is pressed. If it subscribed to the URL, all links of a page would render again whenever
 * another day is chosen.
 */
export function RouterAnchor({ href, onClick, children, ...rest }: AnchorProps) {
  const history = useHistory();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event) || (rest.target ?? '_self') !== '_self') return;
    if (opensAsDocument(href) || pageAt(location.pathname)?.ownPolicy !== undefined) return;
    event.preventDefault();
    if (href === location.pathname + location.search + location.hash) history.replace(href);
    else history.push(href);
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

/** Whether a click opens a link in this tab, not in another tab or as a download. */
function isPlain({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button === 0 && !(metaKey || altKey || ctrlKey || shiftKey);
}

function opensAsDocument(href: string): boolean {
  if (!href.startsWith('/')) return true;
  const page = pageAt(href.replace(/[?#].*$/, ''));
  return page !== undefined && (page.loads !== 'application' || page.ownPolicy !== undefined);
}
