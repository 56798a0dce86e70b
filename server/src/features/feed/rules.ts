import { instantOfUtcTime } from '@openhours/contract/utc-time.ts';

/** The writer as the session names them. */
export interface Writer {
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  readonly photoURL: string | null;
}

/** What a client says about author and time. Absent is nothing to check. */
export interface Claimed {
  readonly userEmail?: string | undefined;
  readonly userName?: string | undefined;
  readonly profileImg?: string | null | undefined;
  readonly postTime?: string | undefined;
}

export type PostRefusal =
  | { readonly code: 'NOT_YOU'; readonly what: 'email' | 'name' | 'picture' }
  | { readonly code: 'CLOCK_WRONG' }
  | { readonly code: 'IMAGE_UNKNOWN' };

const DAY_MILLIS = 86_400_000;

/**
 * What does not agree with what we know, if anything. The time is the server's in any case; a clock that is a little
 * off is no reason to refuse, but one that is off by more than a day is told.
 */
export function claimFault(claimed: Claimed, { writer, now }: { writer: Writer; now: Date }): PostRefusal | undefined {
  if (claimed.userEmail !== undefined && claimed.userEmail !== writer.email) return { code: 'NOT_YOU', what: 'email' };
  if (claimed.userName !== undefined && fold(claimed.userName) !== fold(writer.name)) {
    return { code: 'NOT_YOU', what: 'name' };
  }
  if (claimed.profileImg !== undefined && (claimed.profileImg ?? '') !== (writer.photoURL ?? '')) {
    return { code: 'NOT_YOU', what: 'picture' };
  }
  if (claimed.postTime === undefined) return undefined;
  const at = instantOfUtcTime(claimed.postTime);
  return at && Math.abs(at.getTime() - now.getTime()) <= DAY_MILLIS ? undefined : { code: 'CLOCK_WRONG' };
}

function fold(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}

/** The sentence that the writer reads. */
export function refusalMessage(refusal: PostRefusal): string {
  switch (refusal.code) {
    case 'NOT_YOU':
      return refusal.what === 'email'
        ? 'You can only post with the e-mail address that you are signed in with.'
        : `Your ${refusal.what} has changed meanwhile. Please reload the page and post again.`;
    case 'CLOCK_WRONG':
      return 'The clock of your device is wrong by more than a day. Please set it and post again.';
    case 'IMAGE_UNKNOWN':
      return 'The image must be one that was uploaded here. Please choose it again.';
  }
}

/** Who looks at a post. */
export interface Viewer {
  readonly personId: string;
  readonly isAdmin: boolean;
}

/** A deleted post is gone for all; a hidden one for all but its author and admins. */
export function maySee(
  post: { authorId: string; deletedAt: Date | null; hiddenAt: Date | null },
  viewer: Viewer,
): boolean {
  if (post.deletedAt) return false;
  return post.hiddenAt === null || mayDelete(post, viewer);
}

/** A post belongs to its author; admins answer for the clinic. */
export function mayDelete(post: { authorId: string }, viewer: Viewer): boolean {
  return post.authorId === viewer.personId || viewer.isAdmin;
}
