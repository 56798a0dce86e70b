import { Link } from 'react-router';
import { isPaymentDocument } from '../payment-document.ts';
import type { AnchorProps } from '../ui/anchor.tsx';

const documents = new Set(['/', '/about', '/login', '/signup', '/forgot-password', '/reset-password']);

/**
 * The application's link: prerendered pages open as documents, everything else without a page load. Whoever leaves the
 * payment page leaves its policy behind, too.
 */
export function RouterAnchor({ href, children, ...rest }: AnchorProps) {
  const path = href.replace(/[?#].*$/, '');
  const isApplicationPage = href.startsWith('/') && !documents.has(path) && !isPaymentDocument();
  return isApplicationPage ? (
    <Link to={href} {...rest}>
      {children}
    </Link>
  ) : (
    <a href={href} {...rest}>
      {children}
    </a>
  );
}
