import type { MessageKind } from '@openhours/contract/messages.ts';
import type { Letterhead } from './mail-document.ts';
import type { MessageKinds } from './message-kind.ts';
import { withParagraph } from './paragraphs.ts';
import { unsubscribeFootnote } from './unsubscribe.ts';
import { writeMail } from './write-mail.ts';

/** Writes the email of a kind with invented facts, and what the clinic adds to it. */
export type WriteSample = (
  kind: MessageKind,
  paragraph: string,
) => Promise<{ readonly subject: string; readonly html: string; readonly text: string }>;

export function sampleWriter({
  kinds,
  letterhead,
  publicUrl,
}: {
  kinds: MessageKinds;
  letterhead: () => Letterhead;
  publicUrl: string;
}): WriteSample {
  return (kind, paragraph) => {
    const topic = kinds[kind].sampleTopic();
    const footnotes = topic ? [unsubscribeFootnote(topic, `${publicUrl}/unsubscribe`)] : [];
    return writeMail(withParagraph(kinds[kind].sample(), paragraph), { letterhead: letterhead(), footnotes });
  };
}
