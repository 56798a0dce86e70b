/** The door of the feed for other features. */
export { hidePost } from './hide-post.ts';
export { maySee as maySeePost } from './rules.ts';
export { findPost, type PostRow } from './store.ts';
