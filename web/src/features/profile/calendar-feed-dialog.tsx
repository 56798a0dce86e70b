import { useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import type { DialogProps } from '../../ui/dialog.tsx';
import { QuestionDialog } from '../../ui/question-dialog.tsx';
import { toast } from '../../ui/toast.ts';

const words = {
  replace: {
    title: 'Get a new address?',
    consequence:
      'The current address stops working at once. Calendars that use it keep what they have, and get no changes: subscribe them to the new address.',
    button: 'Get a new address',
    done: 'Your calendar feed has a new address.',
  },
  remove: {
    title: 'Remove the calendar feed?',
    consequence:
      'Its address stops working at once. Calendars that use it get no more changes: remove the subscription there too.',
    button: 'Remove feed',
    done: 'The calendar feed is removed.',
  },
} as const;

/** Asks before the address of a calendar feed stops working. */
export function CalendarFeedDialog({
  what,
  includeTreatments,
  ...dialog
}: Pick<DialogProps, 'open' | 'onClose' | 'onClosed'> & { what: keyof typeof words; includeTreatments: boolean }) {
  const queryClient = useQueryClient();
  const { title, consequence, button, done } = words[what];
  const change = useIdempotentMutation({
    mutationFn: async (body: { includeTreatments: boolean }, once) => {
      if (what === 'replace') return client.calendar.createFeed({ ...body, replace: true }, once);
      await client.calendar.endFeed();
      return null;
    },
    onSuccess: (feed) => {
      queryClient.setQueryData(api.calendar.feed.queryKey(), { feed });
      toast.success(done);
      dialog.onClose();
    },
    meta: { refetches: [api.calendar.feed] },
  });
  return (
    <QuestionDialog
      {...dialog}
      title={title}
      description={consequence}
      action={button}
      busy={change.isPending}
      message={failureMessage(change.error)}
      onConfirm={() => change.mutate({ includeTreatments })}
    />
  );
}
