import type { Booking } from '@openhours/contract/booking.ts';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { clinicFacts } from '../../clinic/facts.tsx';
import { productName } from '../../clinic/name.ts';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { calendarFile } from './calendar-file.ts';

/** Downloads the appointment as a calendar file, which is created in the browser. */
export function AddToCalendar({ booking }: { booking: Booking }) {
  const download = (): void => {
    const { address, phone } = clinicFacts();
    const text = calendarFile(booking, {
      name: productName(),
      address,
      phone,
      url: location.origin + href.appointment(booking._id),
    });
    saveFile(text, { name: `appointment-${booking.reference}.ics`, type: 'text/calendar;charset=utf-8' });
  };
  return (
    <Button variant="secondary" onClick={download}>
      <CalendarPlus className="size-5" aria-hidden="true" />
      Add to calendar
    </Button>
  );
}
