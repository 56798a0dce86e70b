import type { CalendarFeed } from '@openhours/contract/calendar.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { CalendarFeedAddress } from './calendar-feed-address.tsx';
import { ProfileCard } from './profile-card.tsx';

const CalendarFeedDialog = lazyDialog(async () => (await import('./calendar-feed-dialog.tsx')).CalendarFeedDialog);

/** The private address from which the person's calendar program reads their appointments. */
export function CalendarFeedCard() {
  const queryClient = useQueryClient();
  const query = useQuery(api.calendar.feed.queryOptions());
  const asked = useChosen<'replace' | 'remove'>();
  const show = (made: CalendarFeed) => queryClient.setQueryData(api.calendar.feed.queryKey(), { feed: made });
  const create = useMutation({
    mutationFn: () => client.calendar.createFeed({}),
    onSuccess: (made) => {
      show(made);
      toast.success('Your calendar feed is ready.');
    },
    meta: { refetches: [api.calendar.feed] },
  });
  const change = useMutation({
    mutationFn: (includeTreatments: boolean) => client.calendar.changeFeed({ includeTreatments }),
    // One after the other, so that the last one counts.
    scope: { id: 'calendar-feed' },
    onSuccess: show,
    onError: (error) => toast.error(failureMessage(error)),
    meta: { refetches: [api.calendar.feed] },
  });
  const createButton = useRef<HTMLButtonElement>(null);
  const feed = query.data?.feed;
  return (
    <ProfileCard
      title="Calendar feed"
      lead="Your appointments in Google Calendar, Outlook or Apple Calendar. Changes appear there by themselves."
    >
      {feed ? (
        <>
          <CalendarFeedAddress url={feed.url} />
          <Checkbox
            checked={change.isPending ? change.variables : feed.includeTreatments}
            onChange={({ target }) => change.mutate(target.checked)}
          >
            <span>
              Include the treatment, and who it is for
              <span className="block text-sm text-muted">The company that runs your calendar can read it.</span>
            </span>
          </Checkbox>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" onClick={() => asked.open('replace')}>
              New address
            </Button>
            <Button variant="secondary" className="text-danger!" onClick={() => asked.open('remove')}>
              Remove feed
            </Button>
          </div>
        </>
      ) : query.data ? (
        <>
          <p>
            We give you a private address, to which your calendar subscribes. It shows when you have an appointment, not
            for which treatment.
          </p>
          <Button
            ref={createButton}
            variant="secondary"
            className="justify-self-start max-sm:w-full"
            busy={create.isPending}
            onClick={() => create.mutate()}
          >
            Create calendar feed
          </Button>
          <FormError message={failureMessage(create.error)} />
        </>
      ) : (
        <WithoutData query={query} message="We could not check whether you have a calendar feed.">
          <Skeleton className="h-28" />
        </WithoutData>
      )}
      <ChosenDialog of={asked}>
        {(what, dialog) => (
          <CalendarFeedDialog
            {...dialog}
            what={what}
            includeTreatments={feed?.includeTreatments ?? false}
            // The button that opened it is gone with the feed.
            onClosed={() => createButton.current?.focus()}
          />
        )}
      </ChosenDialog>
    </ProfileCard>
  );
}
