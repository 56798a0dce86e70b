import { useMutation, useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { type Switched, TopicSwitches } from './topic-switches.tsx';

/** Messages for people who have not chosen. */
export function FirstChoices() {
  const choices = useQuery(api.messageChoices.ofClinic.queryOptions());
  const save = useMutation({
    mutationFn: (change: Switched) => client.messageChoices.chooseForClinic(change),
    // One after the other, so that the last one counts.
    scope: { id: 'message-choices' },
    onError: (error) => toast.error(failureMessage(error)),
    meta: { refetches: [api.messageChoices, api.audit], waits: true },
  });
  return (
    <Card className="grid gap-6 p-4.5! sm:p-6!">
      <div>
        <h2 className="text-heading">Default messages</h2>
        <p className="mt-1 text-muted">
          For people who have not chosen themselves. Everybody can change it in their profile. The last three are for
          staff. Doctors get messages about their own appointments, the front desk and admins about all.
        </p>
      </div>
      {choices.data ? (
        <TopicSwitches
          caption="Messages for people who have not chosen"
          topics={choices.data}
          channels={['email']}
          onSwitch={save.mutateAsync}
        />
      ) : (
        <WithoutData query={choices} message="We could not load the default messages.">
          <Skeleton className="h-100" />
        </WithoutData>
      )}
    </Card>
  );
}
