import { Link, useLocation } from 'react-router';
import type { AnchorProps } from '../ui/anchor.tsx';

const publicPages = /^\/(about|login|signup|forgot-password|reset-password)?$/;
const paymentPage = /^\/dashboard\/payment\/[^/]+$/;

/**
 * The application's link: prerendered public pages open as documents, everything else without a page load. So does the
 * payment page, whose policy alone lets the browser talk to the provider (server/src/http/pages.ts); who leaves it leaves
 * that policy behind, too.
 */
export function RouterAnchor({ href, children, ...rest }: AnchorProps) {
  const { pathname } = useLocation();
  const path = href.replace(/[?#].*$/, '');
  const isDocument =
    !href.startsWith('/') || publicPages.test(path) || paymentPage.test(path) || paymentPage.test(pathname);
  return isDocument ? (
    <a href={href} {...rest}>
      {children}
    </a>
  ) : (
    <Link to={href} {...rest}>
      {children}
    </Link>
  );
}
