import * as z from 'zod';
import { admin, signedIn } from './access.ts';
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
const tags = ['Messages'];

export const messageChoices = {
  mine: call
    .meta({ access: signedIn })
    .route({
      method: 'GET',
      path: '/message-choices',
      tags,
      summary: 'Which messages the caller gets',
      description:
        'Only topics that people may switch off: the others are about an appointment, a payment or the account ' +
        'itself. `channels`: through which the caller can be reached. Staff have more topics.',
    })
    .output(z.object({ channels: z.array(z.enum(CHANNELS)), topics: z.array(TopicChoice) })),

  choose: call
    .meta({ access: signedIn })
    .route({ method: 'PUT', path: '/message-choices', tags, summary: 'Switches one kind of message on or off' })
    .errors(notFound)
    .input(Choice)
    .output(z.object({ acknowledged: z.literal(true) })),

  ofClinic: call
    .meta({ access: admin })
    .route({
      method: 'GET',
      path: '/message-choices/clinic',
      tags,
      summary: 'Which messages people get who have not chosen',
    })
    .output(z.array(TopicChoice)),

  chooseForClinic: call
    .meta({ access: admin })
    .route({
      method: 'PUT',
      path: '/message-choices/clinic',
      tags,
      summary: 'Switches one kind of message on or off for people who have not chosen',
    })
    .errors(notFound)
    .input(Choice)
    .output(z.object({ acknowledged: z.literal(true) })),
};
