import { Each, When } from '../../clinic/facts.tsx';
import { NewsFrame, NewsItem } from './news-frame.tsx';

/** The clinic's news, if it has entered any. The server fills it in. */
export function HealthNews({ className }: { className?: string }) {
  return (
    <When is="news">
      <NewsFrame className={className}>
        <Each of="news">
          <NewsItem topic="__ITEM:topic__" title="__ITEM:title__" text="__ITEM:text__" />
        </Each>
      </NewsFrame>
    </When>
  );
}
