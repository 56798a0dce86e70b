import type { FreeSlot } from '@openhours/contract/booking.ts';
import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { toast } from '../../ui/toast.ts';
import { CalendarFrame } from '../schedule/calendar-frame.tsx';
import { useChosenDay } from '../schedule/chosen-day.ts';
import { useClinicToday } from '../schedule/clinic-day.ts';
import { DayCalendar } from '../schedule/day-calendar.tsx';
import { spacesByDay } from '../schedule/day-state.ts';
import { OptionsOfDay, optionsOfDay } from '../schedule/options-of-day.tsx';
import { ConfirmationStrip } from './confirmation-strip.tsx';
import { LazyBookingDialog, preloadBookingDialog } from './lazy-booking-dialog.tsx';

/** The booking page: a day on the left, what can be booked on it on the right, and the window in which it is booked. */
export function Component() {
  const today = useClinicToday();
  const [day, chooseDay] = useChosenDay(today);
  const queryClient = useQueryClient();
  const days = useQuery(api.schedule.days.queryOptions({ select: spacesByDay }));
  const [opening, setOpening] = useState<{ number: number; first: FreeSlot; isOpen: boolean }>();
  const [booked, setBooked] = useState<FreeSlot & { bookingId: string }>();
  const confirmation = useRef<HTMLElement>(null);

  const openFor = (first: FreeSlot): void => {
    setBooked(undefined);
    setOpening({ number: (opening?.number ?? 0) + 1, first, isOpen: true });
  };
  const leaveConfirmation = (): void => {
    setBooked(undefined);
    document.querySelector<HTMLElement>('main h1')?.focus();
  };
  const close = (number: number): void =>
    setOpening((current) => (current?.number === number ? { ...current, isOpen: false } : current));

  return (
    <div className="grid items-start gap-8 lg:grid-cols-[20.5rem_minmax(0,1fr)] lg:gap-9">
      <div className="lg:sticky lg:top-24">
        <CalendarFrame>
          <DayCalendar
            facts={{ today, chosen: day, spaces: days.data }}
            onChoose={chooseDay}
            onPress={(pressed) => void queryClient.prefetchQuery(optionsOfDay(pressed))}
          />
        </CalendarFrame>
      </div>
      <div className="min-w-0 lg:min-h-[36rem]" onPointerOver={preloadBookingDialog} onFocus={preloadBookingDialog}>
        <PageHeading
          title={day === undefined ? 'Available Appointments' : `Available Appointments on ${mediumDateFromIso(day)}`}
          documentTitle="Appointment"
        />
        {day === undefined ? (
          <EmptyState icon={<CalendarDays className="size-7" />} title="Pick a day">
            Choose a day in the calendar to see what can be booked on it.
          </EmptyState>
        ) : (
          <OptionsOfDay
            day={day}
            today={today}
            spaces={days.data}
            onBook={(option, slot) => openFor(freeSlotOf(option, { slot, appointmentDate: mediumDateFromIso(day) }))}
            onChooseDay={chooseDay}
          />
        )}
        {booked && <ConfirmationStrip ref={confirmation} booked={booked} onClose={leaveConfirmation} />}
      </div>
      {opening && (
        <LazyBookingDialog
          key={opening.number}
          open={opening.isOpen}
          first={opening.first}
          onClose={() => close(opening.number)}
          onBooked={(made) => {
            close(opening.number);
            setBooked(made);
            toast.success('Booking confirmed');
          }}
          finalFocus={confirmation}
        />
      )}
    </div>
  );
}

function freeSlotOf(option: AppointmentOption, at: Pick<FreeSlot, 'slot' | 'appointmentDate'>): FreeSlot {
  const { _id, name, price, doctorName } = option;
  return { ...at, optionId: _id, treatment: name, price, ...(doctorName && { doctorName }) };
}
