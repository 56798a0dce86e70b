/** The person who reads a post. */
export interface Viewer {
  readonly personId: string;
  readonly isAdmin: boolean;
}

/** A deleted post is visible to nobody; a hidden one only to its author and admins. */
export function maySee(
  post: { authorId: string; deletedAt: Date | null; hiddenAt: Date | null },
  viewer: Viewer,
): boolean {
  if (post.deletedAt) return false;
  return post.hiddenAt === null || mayDelete(post, viewer);
}

/** Authors may delete their own posts, admins any post. */
export function mayDelete(post: { authorId: string }, viewer: Viewer): boolean {
  return post.authorId === viewer.personId || viewer.isAdmin;
}
