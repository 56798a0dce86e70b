import { counted } from '@openhours/contract/counted.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import type { ListedEntry } from '@openhours/contract/waiting-list.ts';
import { instantText } from '../../clinic/instant.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmailsOffText } from '../booking/emails-off.tsx';
import { requestText } from './entry-words.ts';

/** Who waits for what, since when, and what they are offered now. */
export function WaitingEntryCard({
  entry,
  isAccepting,
  onAccept,
  isHolding,
  onHold,
  onOffer,
  onRemove,
}: {
  entry: ListedEntry;
  isAccepting: boolean;
  onAccept: () => void;
  isHolding: boolean;
  /** Keeps the time about which they are called. */
  onHold: () => void;
  onOffer: () => void;
  onRemove: () => void;
}) {
  const { _id, patient, email, phone, treatment, earlierThan, joinedAt, failedOffers, offer, callAbout } = entry;
  return (
    <Card className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4 p-4.5!">
      <div className="grid min-w-0 grow basis-72 gap-1">
        <h2 id={_id} tabIndex={-1} className="text-lg wrap-anywhere">
          {patient}
        </h2>
        <p className="font-medium">{treatment}</p>
        <p>{requestText(entry)}</p>
        {earlierThan && (
          <p>
            Earlier than {earlierThan.appointmentDate}, <span className="whitespace-nowrap">{earlierThan.slot}</span>
          </p>
        )}
        <p className="text-sm text-muted wrap-anywhere">
          {email || phone} · Waiting since {instantText(joinedAt)}
          {failedOffers > 0 && ` · ${counted(failedOffers, 'offer')} not taken`}
        </p>
        {offer && (
          <p className="mt-1">
            <Badge tone="positive">Offered</Badge>
            <span className="ms-2">
              {offer.appointmentDate}, <span className="whitespace-nowrap">{offer.slot}</span>, until{' '}
              {instantText(offer.expiresAt)}
            </span>
          </p>
        )}
        {callAbout && (
          <p className="mt-1">
            <Badge tone="warning">Call them</Badge>
            <span className="ms-2">
              {callAbout.appointmentDate}, <span className="whitespace-nowrap">{callAbout.slot}</span>
              {callAbout.doctorName && ` with ${titledName(callAbout.doctorName)}`} is free
            </span>
          </p>
        )}
        {entry.isCalled && (callAbout ?? offer) && (
          <p className="text-sm">
            <EmailsOffText {...entry} />
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {callAbout && (
          <Button aria-describedby={_id} busy={isHolding} onClick={onHold}>
            Hold it for them
          </Button>
        )}
        {offer && (
          <Button aria-describedby={_id} busy={isAccepting} onClick={onAccept}>
            Book for them
          </Button>
        )}
        {!offer && (
          <Button variant="secondary" aria-describedby={_id} onClick={onOffer}>
            Offer a time
          </Button>
        )}
        <Button variant="secondary" aria-describedby={_id} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </Card>
  );
}
