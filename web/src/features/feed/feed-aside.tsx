import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { href } from '../../pages.ts';
import { Anchor } from '../../ui/anchor.tsx';
import { classNames } from '../../ui/class-names.ts';
import { NewsFrame, NewsItem } from '../landing/news-frame.tsx';

const links = ['Accessibility', 'Help Center', 'Privacy & Terms', 'Get the app'];

/** The clinic's news and the links below it, at once, so that the links do not move. */
export function FeedAside({ className }: { className: string }) {
  const facts = useQuery(api.clinicFacts.get.queryOptions());
  const news = facts.data?.news ?? [];
  return (
    <div className={classNames('min-w-0', facts.isPending && 'invisible', className)}>
      {news.length > 0 && (
        <NewsFrame>
          {news.map((item, place) => (
            // Two items may have the same title.
            // oxlint-disable-next-line no-array-index-key
            <NewsItem key={place} {...item} />
          ))}
        </NewsFrame>
      )}
      <nav aria-label="More" className="mt-4 px-2">
        <ul className="flex flex-wrap gap-x-4">
          {links.map((link) => (
            <li key={link}>
              <Anchor
                href={href.home()}
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
