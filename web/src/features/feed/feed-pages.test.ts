import type { Post } from '@openhours/contract/feed.ts';
import { expect, it } from 'vitest';
import { type FeedPages, newAtTheTop, nextCursor, pageLength, withChanged, withPrepended } from './feed-pages.ts';

const post = (id: string): Post => ({
  _id: id,
  description: `Post ${id}`,
  userEmail: 'dora@example.org',
  userName: 'Dora',
  postTime: '2024-01-05 10:05:00',
  hidden: false,
  can: { delete: false, report: true },
});
const feedOf = (...pages: string[][]): FeedPages => ({
  pages: pages.map((ids) => ids.map(post)),
  pageParams: pages.map(() => undefined),
});
const idsIn = (feed: FeedPages) => feed.pages.map((page) => page.map(({ _id }) => _id));

it('puts new posts in front, each once', () => {
  const feed = withPrepended(feedOf(['2', '1'], ['0']), [post('3'), post('2')]);
  expect(idsIn(feed)).toEqual([['3', '2', '1'], ['0']]);
  expect(withPrepended(feed, [post('3')])).toBe(feed);
});

it('changes a post in its place, or takes it out', () => {
  const feed = withChanged(feedOf(['2', '1']), '2', { ...post('2'), hidden: true });
  expect(feed.pages[0]?.[0]?.hidden).toBe(true);
  expect(idsIn(withChanged(feed, '2', undefined))).toEqual([['1']]);
});

it('knows what is new at the top, as long as the pages meet', () => {
  const full = Array.from({ length: pageLength }, (_, index) => `n${index}`);
  expect(newAtTheTop(feedOf(['2', '1']), [post('3'), post('2')])).toEqual([post('3')]);
  expect(newAtTheTop(feedOf([]), [post('1')])).toEqual([post('1')]);
  expect(newAtTheTop(feedOf(['2', '1']), full.map(post))).toBeUndefined();
});

it('a page that is not full is the last one', () => {
  expect(nextCursor([post('1')])).toBeUndefined();
  const full = Array.from({ length: pageLength }, (_, index) => post(`n${index}`));
  expect(nextCursor(full)).toBe(`n${pageLength - 1}`);
});
