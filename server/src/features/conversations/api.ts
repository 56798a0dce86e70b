import { contract } from '@openhours/contract';
import { implement } from '@orpc/server';
import { type CallContext, callerOf } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import { type NotifyNodes, notifyConnected } from '../live/index.ts';
import { blockPerson } from './block-person.ts';
import { listTheirConversations, otherOf } from './list-conversations.ts';
import { markRead } from './mark-read.ts';
import { openConversation } from './open-conversation.ts';
import { emailOf, presentMessage } from './presenter.ts';
import { findConversation, listMessages } from './queries.ts';
import { sendMessage, whyNoMessage } from './send-message.ts';
import { countUnread } from './store.ts';

const NOT_YOU = 'You can only do that with the email address that you are signed in with.';

/** The calls of `contract/conversations.ts`. */
export function conversationsApi({ notify }: { notify: NotifyNodes }) {
  const calls = implement(contract.conversations).$context<CallContext>();
  return {
    open: calls.open.handler(async ({ context, input, errors }) => {
      const person = callerOf(context);
      const { email, postId, messages, limit, cursor: after } = input;
      if (email !== person.email) throw errors.NOT_YOU({ message: NOT_YOU });
      const question = { postId, person, now: context.now };
      const outcome = await openConversation(context.db, question);
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);

      const page = { personId: person.personId, postId, messages, limit, after };
      return { data: { conversations: await listTheirConversations(context.db, page) } };
    }),

    list: calls.list.handler(({ context, input: { postId, search, only, messages, limit, cursor: after } }) => {
      const { personId } = callerOf(context);
      return listTheirConversations(context.db, { personId, postId, search, only, messages, limit, after });
    }),

    unread: calls.unread.handler(({ context }) => countUnread(context.db, callerOf(context).personId)),

    messages: calls.messages.handler(async ({ context, input, errors }) => {
      const { conversationId, limit, cursor: before, after } = input;
      const conversation = await findTheirs(context, conversationId);
      if (!conversation) throw errors.NOT_FOUND();
      const rows = await listMessages(context.db, { conversationId, limit, before, after });
      return rows.map((row) => presentMessage(row, emailOf(conversation, row.senderId)));
    }),

    send: calls.send.handler(async ({ context, input, errors }) => {
      const { personId: senderId, email } = callerOf(context);
      const { conversationId, message: text, senderEmail, _id: id } = input;
      if (senderEmail !== email) throw errors.NOT_YOU({ message: NOT_YOU });
      const outcome = await sendMessage(context.db, { conversationId, senderId, text, id, now: context.now, notify });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, conversationMessage: outcome.message };
    }),

    markRead: calls.markRead.handler(async ({ context, input: { conversationId, number }, errors }) => {
      const { personId } = callerOf(context);
      const read = await markRead(context.db, { conversationId, personId, number, now: context.now, notify });
      if (!read) throw errors.NOT_FOUND();
      return { acknowledged: true, ...read };
    }),

    typing: calls.typing.handler(async ({ context, input: { conversationId }, errors }) => {
      const { personId, email } = callerOf(context);
      const conversation = await findTheirs(context, conversationId);
      if (!conversation) throw errors.NOT_FOUND();
      const refusal = await whyNoMessage(context.db, conversation, personId);
      if (refusal) throw refusedError(refusal, errors);
      const { id: other } = otherOf(conversation, personId);
      await notifyConnected(context.db, { to: [other], event: { type: 'typing', conversationId, by: email } });
      return { acknowledged: true };
    }),

    block: calls.block.handler(async ({ context, input: { conversationId, blocked }, errors }) => {
      const wanted = { conversationId, by: actorOf(context), blocked, now: context.now };
      const outcome = await blockPerson(context.db, wanted);
      if (outcome === 'not-found') throw errors.NOT_FOUND();
      return { acknowledged: true, blockedByYou: blocked };
    }),
  };
}

async function findTheirs(context: CallContext, id: string) {
  const { personId } = callerOf(context);
  return findConversation(context.db, { id, personId });
}
