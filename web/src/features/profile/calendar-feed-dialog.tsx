import { useQueryClient } from '@tanstack/react-query';
import { api, client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { useIdempotentMutation } from '../../api/idempotency-keys.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyDialog } from '../../ui/lazy-dialog.tsx';
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
  open,
  what,
  includeTreatments,
  onClose,
  onClosed,
}: {
  open: boolean;
  what: keyof typeof words;
  includeTreatments: boolean;
  onClose: () => void;
  onClosed: () => void;
}) {
  const queryClient = useQueryClient();
  const { title, consequence, button, done } = words[what];
  const change = useIdempotentMutation({
    mutationFn: async (body: { includeTreatments: boolean }, idempotencyKey) => {
      if (what === 'replace')
        return client.calendar.createFeed({ ...body, replace: true }, { context: { idempotencyKey } });
      await client.calendar.endFeed();
      return null;
    },
    onSuccess: (feed) => {
      queryClient.setQueryData(api.calendar.feed.queryKey(), { feed });
      toast.success(done);
      onClose();
    },
    onSettled: () => invalidate(queryClient, api.calendar.feed),
  });
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={title}
      footer={
        <Button variant="danger" busy={change.isPending} onClick={() => change.mutate({ includeTreatments })}>
          {button}
        </Button>
      }
    >
      <p>{consequence}</p>
      <FormError message={failureMessage(change.error)} />
    </LazyDialog>
  );
}
