/** The feed for other features. */
export { deletePostsOf } from './delete-post.ts';
export { hidePost } from './hide-post.ts';
export { maySee as maySeePost } from './rules.ts';
export { countPostsOf, findPost, isAuthor, listAllPostsOf } from './store.ts';
