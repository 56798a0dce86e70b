import { closureDays } from '@openhours/contract/closure-days.ts';
import type { Closure } from '@openhours/contract/closures.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { useQuery } from '@tanstack/react-query';
import CalendarX2 from 'lucide-react/icons/calendar-x-2';
import { type ReactNode, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { clinicMinute } from '../../clinic/clinic-minute.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { unbrokenTimes } from '../../ui/unbroken-times.ts';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { type ClosingDraft, hasEnded } from './closing-days.ts';
import { ClosingForm } from './closing-form.tsx';
import { Holidays } from './holidays.tsx';

const ReopenDialog = lazyDialog(async () => (await import('./reopen-dialog.tsx')).ReopenDialog);

/** The form offers at most this many doctors: the most that the list answers with. */
const mostDoctors = 200;
const wholeClinic = { doctorId: '', name: 'The whole clinic' };

/**
 * Closing days. An admin can close days of the clinic and of every doctor; a doctor can close only their own.
 *
 * @param heading renders the heading with the button that opens the form
 */
export function ClosingDaysEditor({ heading }: { heading: (button: ReactNode) => ReactNode }) {
  const { uid, isAdmin, isDoctor } = useSignedInUser();
  const closures = useQuery(api.closures.list.queryOptions({ input: {} }));
  const doctors = useQuery(
    api.doctors.list.queryOptions({ input: { limit: mostDoctors }, context: { bearer: true }, enabled: isAdmin }),
  );
  const [opening, setOpening] = useState<{ number: number; initial: ClosingDraft }>();
  const lastNumber = useRef(0);
  const [isDirty, setIsDirty] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const reopening = useChosen<Closure>();

  const now = { today: useClinicToday(), minute: clinicMinute() };
  const own = isAdmin ? '' : uid;
  const open = (initial: Partial<ClosingDraft> = {}) => {
    lastNumber.current += 1;
    setOpening({
      number: lastNumber.current,
      initial: { from: '', fromTime: '', to: '', toTime: '', doctorId: own, reason: '', ...initial },
    });
    setIsDirty(false);
  };
  const close = () => {
    // A late answer finds another number.
    lastNumber.current += 1;
    setOpening(undefined);
    setIsDirty(false);
    addButton.current?.focus();
  };
  const rows = closures.data?.filter(({ doctorId }) => isAdmin || doctorId === uid || doctorId === undefined);
  return (
    <>
      <LeaveGuard when={isDirty} />
      {heading(
        <Button ref={addButton} aria-disabled={opening !== undefined} onClick={() => opening ?? open()}>
          Close days
        </Button>,
      )}
      <div className="grid max-w-3xl gap-5">
        {opening && (
          <Card key={opening.number} className="p-4.5! sm:p-6!">
            <ClosingForm
              initial={opening.initial}
              closable={
                isAdmin
                  ? [
                      wholeClinic,
                      ...(doctors.data ?? []).map(({ _id, name }) => ({ doctorId: _id, name: titledName(name) })),
                    ]
                  : [{ doctorId: uid, name: 'You' }]
              }
              saveLabel="Close these days"
              onSaved={(done) => {
                toast.success(done);
                // The answer may arrive when the form was cancelled and opened again.
                if (opening.number === lastNumber.current) close();
              }}
              onCancel={close}
              onDirty={() => setIsDirty(true)}
            />
          </Card>
        )}
        {!rows ? (
          <WithoutData query={closures} message="We could not load the closing days.">
            <div className="grid gap-3">
              {[1, 2, 3].map((card) => (
                <Skeleton key={card} className="h-20 rounded-card!" />
              ))}
            </div>
          </WithoutData>
        ) : rows.length === 0 ? (
          <EmptyState icon={<CalendarX2 className="size-7" />} title="No closing days">
            {isAdmin || !isDoctor
              ? 'Close the clinic or one doctor for a day, a week, or a public holiday.'
              : 'Close your own days, for a holiday or a course. The clinic’s closing days will appear here, too.'}
          </EmptyState>
        ) : (
          <ul className="grid gap-3">
            {rows.map((closure) => (
              <li key={closure._id}>
                <ClosureCard
                  closure={closure}
                  isOver={hasEnded(closure, now)}
                  onReopen={isAdmin || closure.doctorId === uid ? () => reopening.open(closure) : undefined}
                />
              </li>
            ))}
          </ul>
        )}
        {isAdmin && rows && (
          <Holidays
            closures={rows}
            onDecide={({ date, name }) => {
              if (isDirty) toast.error('Finish or cancel the form above first.');
              else open({ from: date, to: date, reason: name });
            }}
          />
        )}
      </div>
      <ChosenDialog of={reopening}>
        {(closure, dialog) => (
          <ReopenDialog
            {...dialog}
            doctor={closure.doctorName === undefined ? undefined : titledName(closure.doctorName)}
            closure={closure}
          />
        )}
      </ChosenDialog>
    </>
  );
}

function ClosureCard({
  closure,
  isOver,
  onReopen,
}: {
  closure: Closure;
  isOver: boolean;
  onReopen: (() => void) | undefined;
}) {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4.5! py-3.5! sm:px-6!">
      <div className="min-w-0">
        <h2 className="text-base">{unbrokenTimes(closureDays(closure))}</h2>
        <p className="text-[0.9375rem] text-muted">
          {closure.doctorName === undefined ? 'The whole clinic' : titledName(closure.doctorName)} ·{' '}
          <span dir="auto" className="wrap-anywhere">
            {closure.reason}
          </span>
        </p>
      </div>
      {onReopen && (
        <Button variant="secondary" size="small" onClick={onReopen}>
          {isOver ? 'Remove' : 'Open again'}
          <span className="sr-only"> on {closureDays(closure)}</span>
        </Button>
      )}
    </Card>
  );
}
