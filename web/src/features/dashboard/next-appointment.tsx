import type { Booking } from '@openhours/contract/booking.ts';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { priceText } from '../../clinic/price.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { href } from '../../pages.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { LateText } from '../booking/late-text.tsx';
import { Payment } from '../booking/payment.tsx';
import { dayName } from '../schedule/day-name.ts';
import { nextAppointmentLook } from './next-appointment-look.ts';

const titleId = 'next-appointment';

/** The next appointment: time, doctor, treatment, payment state, and a link to its page. */
export function NextAppointment({ booking }: { booking: Booking }) {
  const { _id, treatment, doctorName, doctorPhoto, appointmentDate, slot, price, paid, lateMinutes } = booking;
  const today = useClinicToday();
  return (
    <Card role="region" aria-labelledby={titleId} className={nextAppointmentLook}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={titleId} className="font-semibold text-muted">
          Your next appointment
        </h2>
        <TextLink href={href.appointment(_id)}>
          View<span className="sr-only"> appointment</span>
        </TextLink>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <p className="tabular-nums">
          <span className="block text-title font-semibold">{appointmentDate}</span>
          <span className="block text-lg">
            {dayName(isoFromMediumDate(appointmentDate) ?? '', today)},{' '}
            <span className="whitespace-nowrap">{slot}</span>
          </span>
          {lateMinutes && <LateText minutes={lateMinutes} />}
        </p>
        <div className="flex items-center gap-3.5 large-text:flex-wrap">
          {doctorName && <Avatar name={doctorName} photoURL={doctorPhoto} />}
          <p>
            {doctorName && <span className="block font-semibold">{titledName(doctorName)}</span>}
            <span className={doctorName ? 'text-muted' : 'font-semibold'}>{treatment}</span>
          </p>
        </div>
      </div>
      <div className="mt-auto flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
        {!paid && price > 0 && <p className="me-auto">{priceText(booking)}, not paid yet</p>}
        <Payment booking={booking} describedBy={titleId} />
      </div>
    </Card>
  );
}

export function NoAppointment() {
  return (
    <Card role="region" aria-labelledby={titleId} className={nextAppointmentLook}>
      <h2 id={titleId} className="font-semibold text-muted">
        Your next appointment
      </h2>
      <div className="my-auto">
        <p className="text-heading font-semibold">Nothing is booked</p>
        <p className="mt-1 mb-5 text-muted">When you book an appointment, it will appear here.</p>
        <LinkButton href={href.bookAppointment()}>
          <CalendarPlus className="size-5" aria-hidden="true" />
          Book an Appointment
        </LinkButton>
      </div>
    </Card>
  );
}
