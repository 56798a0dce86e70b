import type { Booking } from '@openhours/contract/booking.ts';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useId } from 'react';
import { clinicFacts } from '../../clinic/facts.tsx';
import { productName } from '../../clinic/name.ts';
import { href } from '../../pages.ts';
import { buttonLook } from '../../ui/button-look.ts';
import { calendarLinks } from './calendar-links.ts';

/** Links that add the appointment to a calendar. */
export function AddToCalendar({ booking }: { booking: Booking }) {
  const id = useId();
  const { google, outlook, file } = calendarLinks(booking, {
    name: productName(),
    address: clinicFacts().address,
    page: location.origin + href.appointment(booking._id),
  });
  const look = buttonLook({ variant: 'secondary', size: 'small' });
  const elsewhere = { target: '_blank', rel: 'noreferrer', className: look };
  return (
    <div role="group" aria-labelledby={id} className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span id={id} className="inline-flex items-center gap-2 text-[0.9375rem] font-semibold max-sm:basis-full">
        <CalendarPlus className="size-5 text-pine" aria-hidden="true" />
        Add to calendar
      </span>
      <a href={google} {...elsewhere}>
        Google
      </a>
      <a href={outlook} {...elsewhere}>
        Outlook
      </a>
      <a href={file} className={look}>
        Apple or other
      </a>
    </div>
  );
}
