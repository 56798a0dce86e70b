import * as z from 'zod';
import { admin } from './access.ts';
import { call } from './call.ts';
import { LONGEST_PARAGRAPH } from './message-topics.ts';
import { MessageKind } from './messages.ts';
import { plainText } from './plain-text.ts';
import { changedMeanwhile } from './versions.ts';

/** What an email of a kind says, with invented facts. */
export const MessageText = z.object({
  kind: MessageKind,
  subject: z.string(),
  /** The plain-text form. */
  text: z.string(),
  /** What the clinic has added; empty if nothing. */
  paragraph: z.string(),
});
export type MessageText = z.infer<typeof MessageText>;

const Paragraph = z.string().overwrite(plainText).max(LONGEST_PARAGRAPH, `At most ${LONGEST_PARAGRAPH} characters.`);

/** With the paragraph that somebody else saved. */
const paragraphChanged = {
  CHANGED_MEANWHILE: { ...changedMeanwhile.CHANGED_MEANWHILE, data: z.object({ paragraph: z.string() }) },
} as const;

export const messageTexts = call.tag('Messages').router({
  list: call
    .meta({ access: admin })
    .route({
      method: 'GET',
      path: '/message-texts',
      summary: 'What each kind of email says, with invented facts',
      description:
        'The HTML form is at `/api/message-texts/{kind}/sample`, for browsers in which an admin is signed in.',
    })
    .output(z.array(MessageText)),

  save: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/message-texts/{kind}',
      summary: 'Adds a paragraph to the emails of a kind, above the name of the clinic',
      description: 'Plain text: an empty one removes it. Emails that wait to be sent get it too.',
    })
    .errors(paragraphChanged)
    .input(
      z.object({
        kind: MessageKind,
        paragraph: Paragraph,
        /** The paragraph that the caller edited. Without it, the call replaces whatever is stored. */
        edited: Paragraph.optional(),
      }),
    )
    .output(MessageText.extend({ acknowledged: z.literal(true) })),
});
