import type { TopicChoice } from '@openhours/contract/message-choices.ts';
import type { Channel, MessageTopic } from '@openhours/contract/message-topics.ts';
import { useState } from 'react';
import { channelWords, topicWords } from './topic-words.ts';

export interface Switched {
  readonly topic: MessageTopic;
  readonly channel: Channel;
  readonly on: boolean;
}

/** Which messages are sent: a row for each topic, a column for each channel. A change is saved at once. */
export function TopicSwitches({
  caption,
  topics,
  channels,
  onSwitch,
}: {
  caption: string;
  topics: readonly TopicChoice[];
  channels: readonly Channel[];
  /** Saves a change. The promise settles when `topics` has the change, or saving failed. */
  onSwitch: (change: Switched) => Promise<unknown>;
}) {
  const [pending, setPending] = useState<readonly Switched[]>([]);
  const save = async (change: Switched): Promise<void> => {
    setPending((all) => [...all, change]);
    await onSwitch(change).catch(() => undefined);
    setPending((all) => all.filter((one) => one !== change));
  };
  return (
    <table className="w-full border-collapse text-start">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-sm text-muted">
        <tr>
          <th scope="col" className="pb-2 text-start font-semibold">
            About
          </th>
          {channels.map((channel) => (
            <th key={channel} scope="col" className="w-16 pb-2 sm:w-20 text-center font-semibold">
              {channelWords[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {topics.map((choice) => (
          <tr key={choice.topic} className="border-t border-line">
            <th scope="row" className="py-1 pe-2 text-start font-normal">
              {topicWords[choice.topic]}
            </th>
            {channels.map((channel) => {
              const { topic, [channel]: saved } = choice;
              const change = pending.findLast((one) => one.topic === topic && one.channel === channel);
              return (
                <td key={channel} className="text-center">
                  {saved !== undefined && (
                    <label className="inline-grid size-11 cursor-pointer place-items-center">
                      <span className="sr-only">
                        {topicWords[topic]}: {channelWords[channel]}
                      </span>
                      <input
                        type="checkbox"
                        className="size-5 accent-pine forced-colors:not-focus-visible:outline-1"
                        checked={change?.on ?? saved}
                        onChange={({ target }) => void save({ topic, channel, on: target.checked })}
                      />
                    </label>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
