import type { Post } from '@openhours/contract/feed.ts';
import { expect, it } from 'vitest';
import { type FeedPages, mergeRefetched, nextCursor, withAdded, withChanged } from './feed-pages.ts';

const post = (id: string): Post => ({
  _id: id,
  description: `Post ${id}`,
  userEmail: 'dora@example.org',
  userName: 'Dora',
  postTime: '2024-01-05 10:05:00',
  hidden: false,
  can: { delete: false, report: true, message: true },
});
const feedOf = (...pages: string[][]): FeedPages => ({
  pages: pages.map((ids) => ids.map(post)),
  pageParams: pages.map(() => undefined),
});
const idsIn = (feed: FeedPages) => feed.pages.map((page) => page.map(({ _id }) => _id));

it('sorts new posts in by time, each once', () => {
  const feed = withAdded(feedOf(['6', '4'], ['2']), [post('7'), post('6')]);
  expect(idsIn(feed)).toEqual([['7', '6', '4'], ['2']]);
  expect(withAdded(feed, [post('7')])).toBe(feed);
  expect(idsIn(withAdded(feed, [post('3'), post('5')]))).toEqual([
    ['7', '6', '5', '4'],
    ['3', '2'],
  ]);
});

it('leaves posts older than the fetched pages to scrolling, unless everything was fetched', () => {
  const feed = feedOf(['3', '2']);
  expect(withAdded(feed, [post('1')])).toBe(feed);
  expect(idsIn(withAdded(feedOf(['3', '2'], []), [post('1')]))).toEqual([['3', '2'], ['1']]);
  expect(idsIn(withAdded(feedOf([]), [post('1')]))).toEqual([['1']]);
});

it('updates a post in place, or removes it', () => {
  const feed = withChanged(feedOf(['2', '1']), '2', { ...post('2'), hidden: true });
  expect(feed.pages[0]?.[0]?.hidden).toBe(true);
  expect(idsIn(withChanged(feed, '2', undefined))).toEqual([['1']]);
});

it('after a long absence removes deleted posts, keeps known ones, and leaves out new ones', () => {
  const before = feedOf(['5', '4'], ['3', '2']);
  const meanwhile = withAdded(before, [post('6')]);
  const feed = mergeRefetched(meanwhile, {
    before,
    now: [post('7'), post('5'), { ...post('3'), hidden: true }, post('2')],
  });
  expect(idsIn(feed)).toEqual([
    ['6', '5'],
    ['3', '2'],
  ]);
  expect(feed.pages[1]?.[0]?.hidden).toBe(true);
});

it('continues to older posts even if the last page lost posts or is empty', () => {
  const lastPage = (feed: FeedPages) => nextCursor(feed.pages.at(-1) ?? []);
  expect(lastPage(withChanged(feedOf(['4', '3'], ['2', '1']), '1', undefined))).toBe('2');
  expect(lastPage(withChanged(feedOf(['4', '3'], ['2']), '2', undefined))).toBe('3');
  expect(lastPage(withChanged(feedOf(['4', '3'], []), '3', undefined))).toBeUndefined();
});
