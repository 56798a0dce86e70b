import { useMutation, useQuery } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { type Switched, TopicSwitches } from '../messages/topic-switches.tsx';
import { ProfileCard } from './profile-card.tsx';

export const notificationsId = 'notifications';

/** Which messages the person gets, and how. */
export function NotificationsCard() {
  const { isAdmin, isDoctor, isFrontDesk } = useSignedInUser();
  const isStaff = isAdmin || isDoctor || isFrontDesk;
  const choices = useQuery(api.messageChoices.mine.queryOptions());
  const save = useMutation({
    mutationFn: (change: Switched) => client.messageChoices.choose(change),
    // One after the other, so that the last one counts.
    scope: { id: 'message-choices' },
    onError: (error) => toast.error(failureMessage(error)),
    meta: { refetches: [api.messageChoices], waits: true },
  });
  return (
    <ProfileCard
      id={notificationsId}
      title="Notifications"
      lead={
        isStaff
          ? 'Choose which emails you get, for example about new appointments of patients. Emails about your own appointments as a patient, your payments and your account are always sent.'
          : 'Emails about your appointments, payments and account are always sent. You choose the rest.'
      }
    >
      {choices.data ? (
        <TopicSwitches caption="Which messages you get" {...choices.data} onSwitch={save.mutateAsync} />
      ) : (
        <WithoutData query={choices} message="We could not load which messages you get.">
          <Skeleton className="h-64" />
        </WithoutData>
      )}
    </ProfileCard>
  );
}
