import * as z from 'zod';
import { admin, everyone, signedIn } from './access.ts';
import { call, notFound } from './call.ts';
import { CHANNELS, MESSAGE_TOPICS } from './message-topics.ts';

/** Whether messages about a topic are sent, by channel. A channel that a topic does not have is left out. */
const TopicChoice = z.object({
  topic: z.enum(MESSAGE_TOPICS),
  email: z.boolean(),
  text: z.boolean().optional(),
});
export type TopicChoice = z.infer<typeof TopicChoice>;

const Choice = z.object({ topic: z.enum(MESSAGE_TOPICS), channel: z.enum(CHANNELS), on: z.boolean() });
export const messageChoices = call.tag('Messages').router({
  mine: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/message-choices',
      summary: 'Which messages the caller gets',
      description:
        'Only topics that people may switch off: the others are about an appointment, a payment or the account ' +
        'itself. `channels`: through which the caller can be reached. Staff have more topics.',
    })
    .output(z.object({ channels: z.array(z.enum(CHANNELS)), topics: z.array(TopicChoice) })),

  choose: call
    .meta({ access: signedIn })
    .route({ method: 'PUT', path: '/message-choices', summary: 'Switches one kind of message on or off' })
    .errors(notFound)
    .input(Choice)
    .output(z.object({ acknowledged: z.literal(true) })),

  unsubscribe: call
    .meta({ access: everyone })
    .route({
      method: 'POST',
      path: '/message-choices/unsubscribe',
      summary: 'Ends the emails about one topic, with the code of a link in such an email',
      description:
        'The code is in the body, so that it does not appear in logged URLs. Repeating the call has no effect.',
    })
    .errors({
      LINK_INVALID: {
        status: 409,
        message: 'This link is not valid. Sign in and choose in your profile which emails you get.',
      },
    })
    .input(z.object({ token: z.string().max(300) }))
    .output(z.object({ acknowledged: z.literal(true), topic: z.enum(MESSAGE_TOPICS) })),

  ofClinic: call
    .meta({ access: admin })
    .route({ method: 'GET', path: '/message-choices/clinic', summary: 'Messages for people who have not chosen' })
    .output(z.array(TopicChoice)),

  chooseForClinic: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/message-choices/clinic',
      summary: 'Switches one kind of message on or off for people who have not chosen',
    })
    .errors(notFound)
    .input(Choice)
    .output(z.object({ acknowledged: z.literal(true) })),
});
