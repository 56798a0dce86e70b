import type { BookingState } from '@openhours/contract/booking-state.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import type { Visit } from '@openhours/contract/visit.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, client } from '../../api/client.ts';
import { failureMessage, isNotFound } from '../../api/failure.ts';
import { invalidate } from '../../api/refetch-after.ts';
import { ClinicPlace } from '../../clinic/place.tsx';
import { priceText } from '../../clinic/price.ts';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { useOpeningInUrl } from '../../layouts/use-opening-in-url.ts';
import { linkSecret } from '../../link-secret.ts';
import { href } from '../../pages.ts';
import { useAddress } from '../../router.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { payAfterRefundText, payByText } from './pay-by-text.ts';
import { refundWords } from './refund-words.ts';

const CancelDialog = lazyDialog(async () => (await import('./cancel-dialog.tsx')).CancelDialog);
const MoveDialog = lazyDialog(async () => (await import('./move-dialog.tsx')).MoveDialog);

/** The page that the link in an email opens, without signing in. Opening it changes nothing: mail scanners do that too. */
export function Component() {
  const token = linkSecret('token', useAddress());
  // The call only reads. It is a POST, so that the token is not logged as part of a URL.
  const visit = useQuery({
    ...api.visit.open.queryOptions({ input: { token } }),
    // Live events reach only people who are signed in.
    refetchInterval: 60_000,
  });
  return (
    <div className="mx-auto w-full max-w-lg">
      <PageHeading title="Your appointment" documentTitle="Your appointment by link" />
      {isNotFound(visit.error) ? (
        <EmptyState
          title="This link no longer works"
          action={<LinkButton href={href.myAppointments()}>Go to My Appointments</LinkButton>}
        >
          The appointment is over, or the link was replaced. Log in to see your appointments, or call the clinic.
        </EmptyState>
      ) : visit.data ? (
        <VisitCard key={token} visit={visit.data} token={token} />
      ) : (
        <WithoutData query={visit} message="We could not load this appointment. Please try again in a moment.">
          <Skeleton className="h-96 rounded-card!" />
        </WithoutData>
      )}
    </div>
  );
}

const visitWords: Readonly<Record<BookingState, string>> = {
  booked: 'Your appointment is booked.',
  arrived: 'The clinic knows that you are here.',
  'in-progress': 'Your appointment has begun.',
  done: 'Your appointment is over.',
  'no-show': 'The clinic recorded that you did not come. If that is wrong, please call.',
  cancelled: 'This appointment is cancelled.',
};

const changes = ['move', 'cancel'] as const;

function VisitCard({ visit, token }: { visit: Visit; token: string }) {
  const queryClient = useQueryClient();
  const confirm = useMutation({
    // Sends the version, so that only the time on the screen is confirmed.
    mutationFn: () => client.visit.confirm({ token, version: visit.version }),
    onSuccess: ({ visit: confirmed }) => {
      queryClient.setQueryData(api.visit.open.queryKey({ input: { token } }), confirmed);
    },
    onError: () => invalidate(queryClient, api.visit.open.key({ input: { token } })),
  });
  const { can, state, confirmedAt, doctorName, reference } = visit;
  const { opening, open, close, finish } = useOpeningInUrl(changes, (change) => (can[change] ? visit : null));
  const Dialog = opening?.name === 'move' ? MoveDialog : CancelDialog;
  return (
    <Card>
      <div className="grid gap-6">
        <p role="status" className="font-medium">
          {confirmedAt && state === 'booked' ? 'Thank you. The clinic knows that you will come.' : visitWords[state]}
        </p>
        <dl className="grid gap-4">
          <Fact term="When">{`${visit.appointmentDate}, ${visit.slot}`}</Fact>
          {doctorName && <Fact term="With">{titledName(doctorName)}</Fact>}
          <Fact term="Treatment">{visit.treatment}</Fact>
          <Fact term="Where">
            <ClinicPlace />
          </Fact>
          <Fact term="Price">
            {`${priceText(visit)}${visit.paid && !visit.earlierPayment && !visit.payments ? ', paid' : ''}`}
            <span className="block whitespace-pre-line empty:hidden">
              {refundWords(visit.payments ?? []).join('\n')}
            </span>
          </Fact>
          <Fact term="Reference">
            <span className="font-mono">{reference}</span>
          </Fact>
        </dl>
        {visit.payBy && (
          <div className="grid justify-items-start gap-3 rounded-control bg-amber-soft px-4 py-3 text-amber-ink">
            <p>{payByText(visit.payBy)}</p>
            <LinkButton href={href.myAppointments()} variant="secondary" size="small">
              Log in to pay
            </LinkButton>
          </div>
        )}
        {visit.earlierPayment && <p>{payAfterRefundText(visit)}</p>}
        <ZoneNote className="text-sm text-muted" />
        <FormError message={failureMessage(confirm.error)} />
        {(can.confirm || can.move || can.cancel) && (
          <div className="flex flex-wrap gap-3">
            {can.confirm && (
              <Button busy={confirm.isPending} onClick={() => confirm.mutate()}>
                I will come
              </Button>
            )}
            {can.move && (
              <Button variant="secondary" onClick={() => open('move', reference)}>
                Move
              </Button>
            )}
            {can.cancel && (
              <Button variant="secondary" onClick={() => open('cancel', reference)}>
                Cancel
              </Button>
            )}
          </div>
        )}
        {can.cancel && !can.move && (
          <p className="text-muted">
            You can no longer choose another time here. To move the appointment, please call the clinic.
          </p>
        )}
      </div>
      {opening && (
        <Dialog
          key={opening.number}
          open={opening.isOpen}
          // The visit when the dialog opened: if it was changed since, it must not be cancelled or moved.
          booking={{ ...opening.item, token }}
          finalFocus={opening.finalFocus}
          onClose={close}
          onDone={() => finish(opening)}
        />
      )}
    </Card>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="font-medium tabular-nums">{children}</dd>
    </div>
  );
}
