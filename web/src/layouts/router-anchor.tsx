import { Link } from 'react-router';
import type { AnchorProps } from '../ui/anchor.tsx';

const documents = new Set(['/', '/about', '/login', '/signup', '/forgot-password', '/reset-password']);

/** The application's link: prerendered pages open as documents, everything else without a page load. */
export function RouterAnchor({ href, children, ...rest }: AnchorProps) {
  const path = href.replace(/[?#].*$/, '');
  const isApplicationPage = href.startsWith('/') && !documents.has(path);
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
