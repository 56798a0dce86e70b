import { mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { lazy, Suspense, useCallback, useRef } from 'react';
import { api } from '../../api/client.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { ZoneNote } from '../../clinic/zone-note.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { toast } from '../../ui/toast.ts';
import { CalendarFrame } from '../schedule/calendar-frame.tsx';
import { useChosenDay } from '../schedule/chosen-day.ts';
import { DayCalendar } from '../schedule/day-calendar.tsx';
import { spacesByDay } from '../schedule/day-state.ts';
import { OptionsOfDay, optionsOfDay } from '../schedule/options-of-day.tsx';
import { useBooked } from './use-booked.ts';
import { useBookingWindow } from './use-booking-window.ts';

const loadConfirmation = async () => ({ default: (await import('./booking-confirmation.tsx')).BookingConfirmation });
const BookingConfirmation = lazy(loadConfirmation);
const BookingDialog = lazyDialog(async () => {
  const [dialog] = await Promise.all([import('./booking-dialog.tsx'), loadConfirmation()]);
  return dialog.BookingDialog;
});

/** The booking page: the calendar on the left, the options of the day on the right, and the booking dialog. */
export function Component() {
  const today = useClinicToday();
  const [day, chooseDay] = useChosenDay(today);
  const queryClient = useQueryClient();
  const days = useQuery(api.schedule.days.queryOptions({ select: spacesByDay }));
  const { opening, isGone, open, close } = useBookingWindow({ day, today });
  const { booked, isNew, show, hide } = useBooked({ isOpen: opening?.isOpen ?? false });
  const confirmation = useRef<HTMLElement>(null);

  const prefetch = useCallback(
    (pressed: string): void => void queryClient.prefetchQuery(optionsOfDay(pressed)),
    [queryClient],
  );
  const book = useCallback(
    (optionId: string, slot: string): void => {
      hide();
      if (day !== undefined) open({ day, optionId, slot });
    },
    [day, open, hide],
  );

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 max-lg:-mt-6 lg:grid-cols-[20.5rem_minmax(0,1fr)] lg:gap-9">
      <div className="lg:sticky lg:top-24">
        <CalendarFrame>
          <DayCalendar today={today} chosen={day} spaces={days.data} onChoose={chooseDay} onPress={prefetch} />
        </CalendarFrame>
      </div>
      {/* As high as the window, so that the footer does not move when the cards arrive. */}
      <div
        className="min-h-dvh min-w-0 lg:min-h-[36rem]"
        onPointerOver={BookingDialog.preload}
        onFocus={BookingDialog.preload}
      >
        {booked && (
          <Suspense>
            <BookingConfirmation ref={confirmation} booked={booked} isNew={isNew} onClose={hide} />
          </Suspense>
        )}
        <PageHeading
          title={day === undefined ? 'Available Appointments' : `Available Appointments on ${mediumDateFromIso(day)}`}
          documentTitle="Appointment"
          size="compact"
        >
          {day !== undefined && <ZoneNote />}
        </PageHeading>
        {isGone && (
          <p role="status" className="mb-6 rounded-control bg-amber-soft px-4 py-3 text-amber-ink">
            That time is no longer free. Choose another one.
          </p>
        )}
        {day === undefined ? (
          <EmptyState icon={<CalendarDays className="size-7" />} title="Pick a day">
            Choose a day in the calendar to see what can be booked on it.
          </EmptyState>
        ) : (
          <OptionsOfDay day={day} today={today} spaces={days.data} onBook={book} onChooseDay={chooseDay} />
        )}
      </div>
      {opening && (
        <BookingDialog
          key={opening.number}
          open={opening.isOpen}
          first={opening.first}
          notice={opening.notice}
          onClose={close}
          onBooked={(made) => {
            // The answer may arrive when it was closed and the next one is open.
            if (opening.isOpen) close();
            show(made);
            toast.success('Booking confirmed', { topic: 'booking' });
          }}
          finalFocus={confirmation}
        />
      )}
    </div>
  );
}
