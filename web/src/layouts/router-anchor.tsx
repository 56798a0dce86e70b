import { Link } from 'react-router';
import type { AnchorProps } from '../ui/anchor.tsx';

const documents = /^\/(about|login|signup|forgot-password|reset-password|dashboard\/payment\/[^/]+)?$/;

/**
 * The application's link: prerendered pages open as documents, everything else without a page load. So does the payment
 * page, whose policy alone lets the browser talk to the provider (server/src/http/pages.ts); who leaves it leaves that
 * policy behind, too.
 */
export function RouterAnchor({ href, children, ...rest }: AnchorProps) {
  const path = href.replace(/[?#].*$/, '');
  const isApplicationPage = href.startsWith('/') && !documents.test(path) && !documents.test(location.pathname);
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
