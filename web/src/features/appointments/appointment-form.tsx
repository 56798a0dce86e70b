import type { ClinicAppointment, Patient } from '@openhours/contract/appointments.ts';
import { isoFromMediumDate } from '@openhours/contract/medium-date.ts';
import type { AppointmentOption } from '@openhours/contract/schedule.ts';
import { useEffect, useRef } from 'react';
import { priceText } from '../../clinic/price.ts';
import { useClinicToday } from '../../clinic/zone.ts';
import { Button } from '../../ui/button.tsx';
import { FaultSummary } from '../../ui/fault-summary.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { realDay } from '../schedule/civil-date.ts';
import { fullDate } from './day-name.ts';
import { useAppointmentForm } from './use-appointment-form.ts';

/** The second part of booking for a patient: treatment, day and slot. Give each patient a new `key`. */
export function AppointmentForm({
  patient,
  firstDay,
  onBooked,
}: {
  patient: Patient | 'new';
  firstDay: string;
  onBooked: (appointment: ClinicAppointment) => void;
}) {
  const today = useClinicToday();
  const { form, day, option, options, slot, slots, ...rest } = useAppointmentForm({ patient, firstDay, onBooked });
  const { errors } = form;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that chose the patient is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <form {...form.form} aria-label="Appointment" className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="text-heading">
        {patient === 'new' ? 'New patient and appointment' : 'Appointment'}
      </h2>
      <FaultSummary attempt={form.attempt} wrong={Object.keys(errors)} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {patient === 'new' && (
          <>
            <TextField label="Name" name="name" autoComplete="off" maxLength={100} error={errors.name} />
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="off"
              maxLength={254}
              error={errors.email}
            />
          </>
        )}
        <TextField
          label="Phone (optional)"
          name="phone"
          type="tel"
          autoComplete="off"
          maxLength={40}
          defaultValue={patient === 'new' ? '' : patient.phone}
          error={errors.phone}
        />
        <TextField
          label="Day"
          type="date"
          min={today}
          value={day}
          onChange={({ target }) => {
            const chosen = realDay(target.value);
            if (chosen !== undefined) rest.setDay(chosen);
          }}
        />
        <SelectField
          label="Treatment"
          name="option"
          value={option?._id ?? ''}
          onChange={({ target }) => rest.setOptionId(target.value)}
          error={errors.option}
        >
          <option value="">{options.isPending ? 'Loading…' : 'Choose a treatment'}</option>
          {options.data?.map((one) => (
            <option key={one._id} value={one._id} disabled={one.slots.length === 0}>
              {optionText(one)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Slot"
          name="slot"
          value={slot}
          onChange={({ target }) => rest.setSlot(target.value)}
          error={errors.slot}
        >
          <option value="">Choose a slot</option>
          {slots.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      </div>
      <div role="status" className="empty:hidden">
        {rest.isFull && (
          <div className="grid justify-items-start gap-3 rounded-control bg-amber-soft px-4 py-3 text-amber-ink">
            {`Nothing is free on ${fullDate(day)}.`}
            {rest.nextFree && (
              <Button
                variant="secondary"
                size="small"
                onClick={() => rest.setDay(isoFromMediumDate(rest.nextFree ?? '') ?? day)}
              >
                {`Next free day: ${rest.nextFree}`}
              </Button>
            )}
          </div>
        )}
      </div>
      {option && slot !== '' && (
        <p>
          <strong className="font-semibold">{fullDate(day)}</strong>
          {`, ${slot}: ${option.name}${option.doctorName ? ` with Dr. ${option.doctorName}` : ''}. `}
          {option.price > 0 ? `Price: ${priceText(option)}` : 'Free of charge'}
        </p>
      )}
      <FormError message={options.isError ? 'We could not load the free slots.' : rest.message} />
      <Button type="submit" busy={rest.isSending} className="justify-self-start max-sm:w-full">
        Book appointment
      </Button>
    </form>
  );
}

/** 'Cardiology, Dr. Amara Nwosu: 5 free'. */
function optionText({ name, doctorName, slots }: AppointmentOption): string {
  return `${name}${doctorName ? `, Dr. ${doctorName}` : ''}: ${slots.length === 0 ? 'full' : `${slots.length} free`}`;
}
