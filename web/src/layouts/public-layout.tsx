import { memo, type ReactNode } from 'react';
import { clinicPhone } from '../clinic/facts.tsx';
import { productName } from '../clinic/name.ts';
import { Footer } from './footer.tsx';
import { Navigation, type NavigationProps } from './navigation.tsx';

type PublicLayoutProps = NavigationProps & {
  /** The page has the height of the window: it scrolls inside, and there is no footer. */
  fillsWindow?: boolean;
  children: ReactNode;
};

/** Neither changes with a day or a filter in the URL. */
const SteadyNavigation = memo(Navigation);
const SteadyFooter = memo(Footer);

/** Navigation bar, page content, footer. */
export function PublicLayout({ path, unread, fillsWindow = false, children }: PublicLayoutProps) {
  return (
    <div className={fillsWindow ? 'flex h-dvh flex-col print:h-auto' : 'flex min-h-dvh flex-col'}>
      <SteadyNavigation path={path} unread={unread} />
      <main
        id="content"
        tabIndex={-1}
        className={fillsWindow ? 'relative flex min-h-0 grow flex-col overflow-y-auto print:overflow-visible' : 'grow'}
      >
        {children}
      </main>
      {/* An admin can change the name and the number. */}
      {!fillsWindow && <SteadyFooter key={`${productName()} ${clinicPhone().text}`} />}
    </div>
  );
}
