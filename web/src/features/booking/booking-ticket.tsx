import type { Booking } from '@openhours/contract/booking.ts';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useId } from 'react';
import { instantText } from '../../clinic/instant.ts';
import { ClinicPlace } from '../../clinic/place.tsx';
import { priceText } from '../../clinic/price.ts';
import { clinicTimeZone, zoneNote } from '../../clinic/zone.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Fact } from '../../ui/fact.tsx';
import { utcDate } from '../schedule/civil-date.ts';
import { becameWords } from './history-words.ts';
import { LateText } from './late-text.tsx';
import { Payment } from './payment.tsx';
import { cancellationText } from './terms-words.ts';

/** All data of a booking: time, treatment and doctor at the top, the rest below the tear line. */
export function BookingTicket({ booking }: { booking: Booking }) {
  const { reference, treatment, doctorName, doctorPhoto, appointmentDate, slot, state, lateMinutes } = booking;
  const id = useId();
  const timeZone = clinicTimeZone();
  const isCancelled = state === 'cancelled';
  const timeLook = classNames('text-2xl font-semibold tracking-tight tabular-nums', isCancelled && 'line-through');
  return (
    <article
      aria-labelledby={id}
      className="max-w-3xl overflow-hidden rounded-panel border border-line bg-surface shadow-lift"
    >
      <div className="grid gap-6 p-6 sm:p-9">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0">
            <h2 id={id} className="text-title">
              {treatment}
            </h2>
            <p className="mt-2">
              {state !== 'booked' ? (
                <Badge>{becameWords[state]}</Badge>
              ) : booking.payBy ? (
                <Badge tone="warning">Not paid yet</Badge>
              ) : (
                <Badge tone="positive">Confirmed</Badge>
              )}
              {booking.confirmedAt && state === 'booked' && (
                <span className="ms-3 text-muted">You said that you will come.</span>
              )}
            </p>
          </div>
          {doctorName && (
            <div className="flex items-center gap-3.5">
              <Avatar name={doctorName} photoURL={doctorPhoto} />
              <p className="font-medium">{titledName(doctorName)}</p>
            </div>
          )}
        </div>
        <dl className={classNames(whenLook, isCancelled && 'text-muted')}>
          <Fact term="Date">
            <span className={timeLook}>{appointmentDate}</span>
            <span className="block text-muted">{weekdayText(appointmentDate)}</span>
          </Fact>
          <Fact term="Time">
            <span className={timeLook}>{slot}</span>
            {lateMinutes && <LateText minutes={lateMinutes} />}
          </Fact>
        </dl>
        {booking.can.cancel && !booking.can.move && (
          <p className="-mt-3 text-sm text-muted print:hidden">
            You can no longer choose another time here. To move the appointment, please call the clinic.
          </p>
        )}
        {zoneNote() && (
          <p className="-mt-3 text-sm text-muted">{`The time is the clinic's local time (${zoneName(timeZone)}).`}</p>
        )}
      </div>
      <div aria-hidden="true" className="mx-6 border-t-2 border-dashed border-line sm:mx-9" />
      <dl className="grid gap-x-8 gap-y-6 p-6 sm:grid-cols-2 sm:p-9">
        <Fact term="Where">
          <ClinicPlace />
        </Fact>
        <Fact term="Patient">{booking.patient}</Fact>
        <Fact term="Email">{booking.email || 'Not given'}</Fact>
        <Fact term="Phone">{booking.phone || 'Not given'}</Fact>
        {booking.visitReason && <Fact term="Reason for the visit">{booking.visitReason}</Fact>}
        <Fact term="Price">{priceText(booking)}</Fact>
        <Fact term="Payment">
          <Payment booking={booking} describedBy={id} unpaidText="Not paid yet. You can also pay at the clinic." />
          {booking.freeUntil && booking.can.cancel && (
            <p className="mt-2 text-sm text-muted print:hidden">{cancellationText(booking.freeUntil)}</p>
          )}
        </Fact>
        <Fact term="Booked at">{instantText(booking.bookedAt, timeZone)}</Fact>
        <Fact term="Reference">
          <span className="font-mono">{reference}</span>
        </Fact>
      </dl>
    </article>
  );
}

const whenLook = 'grid gap-x-8 gap-y-6 sm:grid-cols-2';

/** The day of the week, because that is how people remember an appointment. */
function weekdayText(mediumDate: string): string {
  const iso = isoFromMediumDate(mediumDate);
  return iso ? new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(utcDate(iso)) : '';
}

/** A readable form of 'America/New_York'. */
function zoneName(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}
