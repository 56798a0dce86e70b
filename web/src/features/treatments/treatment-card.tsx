import type { Treatment } from '@openhours/contract/treatments.ts';
import { priceText } from '../../clinic/price.ts';
import { href } from '../../pages.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MoveButtons } from '../../ui/move-buttons.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** A treatment in the admins' list. */
export function TreatmentCard({
  treatment,
  hasNoDoctor,
  onEdit,
  onMove,
  onArchive,
  isFirst,
  isLast,
  busy,
}: {
  treatment: Treatment;
  /** Says that no doctor offers it. */
  hasNoDoctor: boolean;
  onEdit: () => void;
  onMove: (by: -1 | 1) => void;
  /** Archives or restores it. */
  onArchive: () => void;
  isFirst: boolean;
  isLast: boolean;
  busy: boolean;
}) {
  const { name, minutes, bufferMinutes, price, currency, description, colour, active } = treatment;
  return (
    <Card className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 p-4.5! sm:px-6!">
      <div className="min-w-0 grow basis-64">
        <h2 className="flex flex-wrap items-center gap-x-2.5 text-lg">
          {colour && (
            <span
              aria-hidden="true"
              className="size-3.5 shrink-0 rounded-full border border-line-strong"
              style={{ backgroundColor: colour }}
            />
          )}
          <span dir="auto" className="min-w-0 wrap-anywhere">
            {name}
          </span>
          {!active && <Badge>Archived</Badge>}
        </h2>
        <p className="mt-1 text-[0.9375rem] text-muted">
          {minutes} minutes{bufferMinutes > 0 && `, then ${bufferMinutes} minutes of buffer`} ·{' '}
          {priceText({ price, currency })}
        </p>
        {description && (
          <p dir="auto" className="mt-2 text-[0.9375rem] wrap-anywhere whitespace-pre-line">
            {description}
          </p>
        )}
      </div>
      <div className="-me-2 flex items-center gap-1 large-text:flex-wrap">
        <Button id={`edit-${treatment._id}`} variant="secondary" size="small" onClick={onEdit}>
          Edit<span className="sr-only"> {name}</span>
        </Button>
        <Button variant="quiet" size="small" busy={busy} onClick={onArchive}>
          {active ? 'Archive' : 'Bring back'}
          <span className="sr-only"> {name}</span>
        </Button>
        <MoveButtons name={name} isFirst={isFirst} isLast={isLast} className="px-3!" onMove={onMove} />
      </div>
      {hasNoDoctor && (
        <p className="w-full rounded-control bg-sunken px-4 py-2 text-[0.9375rem]">
          Patients cannot book it yet, because no doctor offers it.{' '}
          <TextLink href={href.manageDoctors()}>Manage Doctors</TextLink>
        </p>
      )}
    </Card>
  );
}
