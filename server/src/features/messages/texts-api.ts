import { contract } from '@openhours/contract';
import { MessageKind } from '@openhours/contract/messages.ts';
import { implement } from '@orpc/server';
import type { CallContext } from '../../call/call-context.ts';
import { refusedError } from '../../call/refused.ts';
import { actorOf } from '../audit/index.ts';
import { listParagraphs, saveParagraph } from './paragraphs.ts';
import type { WriteSample } from './samples.ts';

/** The calls of `contract/message-texts.ts`. */
export function messageTextsApi({ writeSample }: { writeSample: WriteSample }) {
  const calls = implement(contract.messageTexts).$context<CallContext>();
  async function present(kind: MessageKind, paragraph: string) {
    const { subject, text } = await writeSample(kind, paragraph);
    return { kind, subject, text, paragraph };
  }
  return {
    list: calls.list.handler(async ({ context }) => {
      const paragraphs = await listParagraphs(context.db);
      return Promise.all(MessageKind.options.map((kind) => present(kind, paragraphs.get(kind) ?? '')));
    }),

    save: calls.save.handler(async ({ context, input, errors }) => {
      const { kind, paragraph } = input;
      const outcome = await saveParagraph(context.db, { ...input, by: actorOf(context), now: context.now });
      if (outcome.kind === 'refused') throw refusedError(outcome, errors);
      return { acknowledged: true, ...(await present(kind, paragraph)) };
    }),
  };
}
