import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import { countConversationsOfPost } from '../conversations/index.ts';
import { findPersonByEmail } from '../identity/index.ts';
import { deletePost, findDeletable } from './delete-post.ts';
import { presentOne, presentPosts } from './presenter.ts';
import { maySee } from './rules.ts';
import { findPost, listPosts } from './store.ts';
import { writePost } from './write-post.ts';

/** The calls of `contract/feed.ts`. */
export function feedApi() {
  const calls = implement(contract.feed).$context<CallContext>();
  return {
    list: calls.list.handler(async ({ context, input: { limit, cursor } }) => {
      const viewer = callerOf(context);
      const page = { limit, after: cursor, viewerId: viewer.personId, viewerIsAdmin: false };
      return presentPosts(context.db, await listPosts(context.db, page), viewer);
    }),

    one: calls.one.handler(async ({ context, input: { postId }, errors }) => {
      const viewer = callerOf(context);
      const post = await findPost(context.db, postId);
      if (!post || !maySee(post, viewer)) throw errors.NOT_FOUND();
      return presentOne(context.db, post, viewer);
    }),

    create: calls.create.handler(async ({ context, input, errors }) => {
      const writer = callerOf(context);
      const { description, image, imageAlt, userEmail } = input;
      const wanted = { writer, userEmail, description, image: image || undefined, imageAlt, now: context.now };
      const outcome = await writePost(context.db, wanted);
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      const post = await presentOne(context.db, outcome.post, writer);
      return { acknowledged: true, insertedId: post._id, post };
    }),

    ofAuthor: calls.ofAuthor.handler(async ({ context, input: { email, limit, cursor } }) => {
      const viewer = callerOf(context);
      const authorId = email === viewer.email ? viewer.personId : (await findPersonByEmail(context.db, email))?.id;
      if (authorId === undefined) return [];
      const page = { limit, after: cursor, authorId, viewerId: viewer.personId, viewerIsAdmin: viewer.isAdmin };
      return presentPosts(context.db, await listPosts(context.db, page), viewer);
    }),

    deletionPreview: calls.deletionPreview.handler(async ({ context, input: { postId }, errors }) => {
      const question = { postId, viewer: callerOf(context) };
      const found = await findDeletable(context.db, question);
      if (found.kind === 'refused') throw refusedError(found, errors);
      return { conversations: await countConversationsOfPost(context.db, postId) };
    }),

    delete: calls.delete.handler(async ({ context, input: { postId }, errors }) => {
      const question = { postId, viewer: callerOf(context), by: actorOf(context), now: context.now };
      const outcome = await deletePost(context.db, question);
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, deletedCount: 1 };
    }),
  };
}
