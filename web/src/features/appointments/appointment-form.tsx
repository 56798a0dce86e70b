import { isoFromMediumDate, mediumDateFromIso } from '@openhours/contract/medium-date.ts';
import { useEffect, useRef } from 'react';
import { useClinicToday } from '../../clinic/zone.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { DayField } from '../../ui/day-field.tsx';
import { FaultSummary } from '../../ui/fault-summary.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Options, SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import { HoldNote } from '../booking/hold-note.tsx';
import { fullDate } from '../schedule/full-date.ts';
import type { PatientToWait } from '../waiting-list/join-for-patient-dialog.tsx';
import { NewPatientFields } from './new-patient-fields.tsx';
import { NothingFree } from './nothing-free.tsx';
import type { optionGroups } from './option-groups.ts';
import { optionText } from './option-text.ts';
import { PatientExists } from './patient-exists.tsx';
import { newPatientIn, type SearchedPatient } from './patient-words.ts';
import { SeriesPreview } from './series-preview.tsx';
import { SlotSummary } from './slot-summary.tsx';
import { type Repeat, useAppointmentForm } from './use-appointment-form.ts';

const JoinForPatientDialog = lazyDialog(
  async () => (await import('../waiting-list/join-for-patient-dialog.tsx')).JoinForPatientDialog,
);

/** The second part of booking for a patient: treatment, day and slot. Give each patient a new `key`. */
export function AppointmentForm({
  patient,
  searched,
  onEdit,
  onWaiting,
  ...use
}: Parameters<typeof useAppointmentForm>[0] & {
  /** The text that was searched before a new patient was added. */
  searched: SearchedPatient;
  onEdit: () => void;
  /** The patient waits for a time instead. */
  onWaiting: () => void;
}) {
  const today = useClinicToday();
  const { form, day, option, options, slot, slots, ...rest } = useAppointmentForm({ patient, ...use });
  const heading = useRef<HTMLHeadingElement>(null);
  const slotField = useRef<HTMLSelectElement>(null);
  const waiting = useChosen<PatientToWait>();
  // The button that chose the patient is gone.
  useEffect(() => heading.current?.focus(), []);
  const { series, known } = rest;
  return (
    <>
      {series && (
        <SeriesPreview
          dates={series.dates}
          what={series.what}
          isSending={series.isSending}
          message={rest.message}
          onBook={() => series.book(series.dates)}
          onChange={series.change}
        />
      )}
      <ChosenDialog of={waiting}>
        {(start, dialog) => <JoinForPatientDialog {...dialog} start={start} onJoined={onWaiting} />}
      </ChosenDialog>
      {/* Its fields keep what was typed while the dates are shown. */}
      <form
        {...form.props}
        aria-label="Appointment"
        className={series ? 'hidden' : 'grid gap-5'}
        onInput={() => {
          known?.forget();
          onEdit();
        }}
      >
        <div>
          <h2 ref={heading} tabIndex={-1} className="text-heading">
            {patient === 'new' ? 'New patient and appointment' : 'Appointment'}
          </h2>
          {patient === 'new' && <p className="mt-1 text-muted">A name and a phone number are enough.</p>}
        </div>
        <FaultSummary attempt={form.attempt} wrong={Object.keys(form.errors)} />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          {patient === 'new' && <NewPatientFields known={searched} field={form.field} />}
          <TextField
            // A number that is corrected in the patient's details shows here.
            key={patient === 'new' ? '' : patient.phone}
            label={rest.needsPhone ? 'Phone' : 'Phone (optional)'}
            hint={patient === 'new' ? 'Needed if you enter no email address.' : undefined}
            {...form.field('phone')}
            type="tel"
            autoComplete="off"
            maxLength={40}
            defaultValue={patient === 'new' ? searched.phone : patient.phone}
          />
          <DayField label="Day" required min={today} day={day} onChange={rest.setDay} />
          <SelectField
            label="Treatment"
            {...form.field('option')}
            value={option?._id ?? ''}
            onChange={({ target }) => rest.chooseOption(target.value)}
          >
            <option value="">{options.isPending ? 'Loading…' : 'Choose a treatment'}</option>
            {rest.groups.map((group) => (
              <OptionGroup key={group.label} {...group} />
            ))}
          </SelectField>
          <SelectField
            ref={slotField}
            label="Slot"
            {...form.field('slot')}
            value={slot}
            onChange={({ target }) => rest.setSlot(target.value)}
          >
            <option value="">{rest.isOptionFull ? 'No slot is free' : 'Choose a slot'}</option>
            {slots.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </SelectField>
        </div>
        <div
          role="status"
          className="grid justify-items-start gap-3 rounded-control bg-amber-soft px-4 py-3 text-amber-ink empty:sr-only"
        >
          {option && rest.isOptionFull ? (
            <NothingFree
              option={option}
              day={day}
              onChoose={(free) => {
                rest.chooseFree(free);
                // The button goes.
                slotField.current?.focus();
              }}
              onWait={({ currentTarget }) =>
                waiting.open({
                  patient,
                  typed: newPatientIn(new FormData(currentTarget.form ?? undefined)),
                  optionId: option._id,
                  day,
                })
              }
            />
          ) : (
            rest.notice ||
            (rest.isFull && (
              <>
                {rest.hasOptions
                  ? `Nothing is free on ${fullDate(day)}.`
                  : 'Nothing can be booked yet: no doctor has a treatment.'}
                {rest.nextFree && (
                  <Button
                    variant="secondary"
                    size="small"
                    onClick={() => rest.setDay(isoFromMediumDate(rest.nextFree ?? '') ?? day)}
                  >
                    {`Next free day: ${rest.nextFree}`}
                  </Button>
                )}
              </>
            ))
          )}
        </div>
        <RepeatFields repeat={rest.repeat} onChange={rest.setRepeat} />
        {day === today && !rest.repeat && (
          <Checkbox
            className="justify-self-start"
            checked={rest.hasArrived}
            onChange={({ target }) => rest.setHasArrived(target.checked)}
          >
            The patient is here now
          </Checkbox>
        )}
        {option && slot !== '' && <SlotSummary day={day} slot={slot} option={option} />}
        <FormError
          message={rest.message ?? (options.isError && !options.data ? 'We could not load the free slots.' : undefined)}
        />
        <div className="flex flex-wrap gap-x-5 gap-y-3">
          {known ? (
            <div className="basis-full">
              <PatientExists
                patient={known.patient}
                message={known.message}
                onExisting={known.bookForExisting}
                onNew={known.addAllTheSame}
              />
            </div>
          ) : (
            <Button type="submit" busy={rest.isSending} className="max-sm:w-full">
              {rest.repeat ? 'Check the dates' : 'Book appointment'}
            </Button>
          )}
          {/* Holds the slot, so that no patient can take it during the call. It comes after the button, so that its text does not
              move the button. */}
          <HoldNote
            slot={
              option && slot !== ''
                ? { optionId: option._id, appointmentDate: mediumDateFromIso(day), slot }
                : undefined
            }
          />
        </div>
      </form>
    </>
  );
}

function OptionGroup({ label, options }: ReturnType<typeof optionGroups>[number]) {
  const list = <Options of={options.map((option) => [option._id, optionText(option)])} />;
  return label === '' ? list : <optgroup label={label}>{list}</optgroup>;
}

const mostTimes = 26;

/** Whether the appointment repeats. */
function RepeatFields({
  repeat,
  onChange,
}: {
  repeat: Repeat | undefined;
  onChange: (repeat: Repeat | undefined) => void;
}) {
  const { times = 6 } = repeat ?? {};
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <SelectField
        label="Repeat"
        value={repeat?.everyWeeks ?? ''}
        onChange={({ target }) =>
          onChange(target.value === '' ? undefined : { everyWeeks: Number(target.value), times })
        }
      >
        <option value="">Does not repeat</option>
        <option value="1">Every week</option>
        <option value="2">Every 2 weeks</option>
        <option value="4">Every 4 weeks</option>
        <option value="12">Every 12 weeks</option>
      </SelectField>
      {repeat && (
        <SelectField
          label="How often"
          value={repeat.times}
          onChange={({ target }) => onChange({ ...repeat, times: Number(target.value) })}
        >
          <Options of={Array.from({ length: mostTimes - 1 }, (_, index) => [index + 2, `${index + 2} appointments`])} />
        </SelectField>
      )}
    </div>
  );
}
