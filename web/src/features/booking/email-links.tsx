import type { Booking } from '@openhours/contract/booking.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { client } from '../../api/client.ts';
import { failureMessage } from '../../api/failure.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';

/** Lets the patient end the links in emails about an appointment, which work without signing in. */
export function EmailLinks({ booking: { _id: id, email, can } }: { booking: Booking }) {
  const user = useSignedInUser();
  const summary = useRef<HTMLElement>(null);
  const end = useMutation({
    mutationFn: () => client.visit.revoke({ id }),
    // The button disappears.
    onSuccess: () => summary.current?.focus(),
  });
  if (!can.cancel || email !== user.email) return null;
  return (
    <details className="mt-6 max-w-2xl print:hidden">
      <summary ref={summary} className="cursor-pointer font-semibold">
        Links in your emails
      </summary>
      <div className="mt-3 grid justify-items-start gap-3">
        <p className="text-muted" role="status">
          {end.isSuccess
            ? 'The links in the emails that you have no longer work. New emails have new links.'
            : 'The emails about this appointment have a link that shows, moves or cancels it without signing in. If others read your emails, end these links.'}
        </p>
        <FormError message={failureMessage(end.error)} />
        {!end.isSuccess && (
          <Button variant="secondary" busy={end.isPending} onClick={() => end.mutate()}>
            End these links
          </Button>
        )}
      </div>
    </details>
  );
}
