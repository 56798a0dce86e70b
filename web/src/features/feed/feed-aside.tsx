import { clinicFacts } from '../../clinic/facts.tsx';
import { href } from '../../pages.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { classNames } from '../../ui/class-names.ts';
import { HealthNews } from '../landing/health-news.tsx';

const links = ['About', 'Accessibility', 'Help Center', 'Privacy & Terms', 'Get the app'];

/** Health news and the links below it. */
export function FeedAside({ className }: { className: string }) {
  return (
    <div className={classNames('min-w-0', className)}>
      {clinicFacts().isDemo && <HealthNews />}
      <nav aria-label="More" className="mt-4 px-2">
        <ul className="flex flex-wrap gap-x-4">
          {links.map((link) => (
            <li key={link}>
              <Anchor
                href={link === 'About' ? href.about() : href.home()}
                className="inline-flex min-h-8 items-center rounded-sm text-sm text-muted hover:text-ink hover:underline"
              >
                {link}
              </Anchor>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
