import type { FreeSlot } from '@openhours/contract/booking.ts';
import { titledName } from '@openhours/contract/titled-name.ts';
import { type FormEvent, type RefObject, useId, useRef } from 'react';
import { priceText } from '../../clinic/price.ts';
import { zoneNote } from '../../clinic/zone.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { LazyDialog, lazyDialog } from '../../ui/lazy-dialog.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChosenDialog, useChosen } from '../../ui/use-chosen.ts';
import { TreatedField } from '../dependants/treated-field.tsx';
import type { Booked } from './booked.ts';
import { BookingTroublePanel } from './booking-trouble-panel.tsx';
import { ConfirmEmailFirst } from './confirm-email-first.tsx';
import { HoldNote } from './hold-note.tsx';
import { useBookingForm } from './use-booking-form.ts';
import { VisitReason } from './visit-reason.tsx';

const DependantDialog = lazyDialog(async () => (await import('../dependants/dependant-dialog.tsx')).DependantDialog);

type BookingDialogProps = {
  open: boolean;
  first: FreeSlot;
  /** Why `first` is not the requested slot, as a sentence. */
  notice: string | undefined;
  onClose: () => void;
  onBooked: (booked: Booked) => void;
  /** Focused when the dialog closes; if empty, the focus returns to where it was. */
  finalFocus: RefObject<HTMLElement | null>;
};

/** The booking dialog. Give each opening a new `key`, so that it starts fresh. */
export function BookingDialog({ open, first, notice, onClose, onBooked, finalFocus }: BookingDialogProps) {
  const phoneField = useRef<HTMLInputElement>(null);
  const form = useBookingForm({ first, isOpen: open, onBooked, onPhoneRefused: () => phoneField.current?.focus() });
  const { offer, user } = form;
  const formId = useId();
  const slotField = useRef<HTMLSelectElement>(null);
  /** There if somebody can be chosen. */
  const treatedField = useRef<HTMLSelectElement>(null);
  const adding = useChosen<undefined>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (form.slot === '') slotField.current?.focus();
    else if (form.treatedError) treatedField.current?.focus();
    form.send();
  };
  const takeInstead = (free: FreeSlot): void => {
    form.takeInstead(free);
    slotField.current?.focus();
  };
  return (
    <>
      <LazyDialog
        open={open}
        onClose={onClose}
        title={offer.treatment}
        description={[offer.doctorName && titledName(offer.doctorName), `Price: ${priceText(offer)}`]
          .filter(Boolean)
          .join(' · ')}
        finalFocus={finalFocus}
        footer={
          <>
            <HoldNote
              price={offer.price}
              slot={
                form.slot === ''
                  ? undefined
                  : { optionId: offer.optionId, appointmentDate: offer.appointmentDate, slot: form.slot }
              }
            />
            <Button type="submit" form={formId} busy={form.isSending || !form.isReady} className="sm:min-w-36">
              Submit
            </Button>
          </>
        }
      >
        <form
          id={formId}
          data-keeps-text
          noValidate
          onSubmit={submit}
          className="grid items-start gap-5 sm:grid-cols-[2fr_3fr]"
        >
          {notice !== undefined && (
            <p role="status" className="rounded-control bg-amber-soft px-4 py-3 text-amber-ink sm:col-span-2">
              {notice}
            </p>
          )}
          <ConfirmEmailFirst className="sm:col-span-2" />
          <BookingTroublePanel
            trouble={form.phoneError ? undefined : form.trouble}
            offer={offer}
            onTake={takeInstead}
          />
          <TextField label="Appointment date" value={offer.appointmentDate} readOnly />
          <SelectField
            ref={slotField}
            data-first-focus=""
            label="Slot"
            hint={zoneNote()}
            value={form.slot}
            onChange={(event) => form.pickSlot(event.target.value)}
            error={form.slotError}
          >
            {form.slot === '' && <option value="">Choose a slot</option>}
            {form.slots.map((slot) => (
              <option key={slot}>{slot}</option>
            ))}
          </SelectField>
          {/* While that is unknown it takes its room already, so that no field moves under a finger. */}
          {(form.hasNobodyElse || !form.isReady) && (
            <Button
              variant="quiet"
              size="small"
              className={classNames('-ms-3.5 justify-self-start sm:col-span-2', !form.hasNobodyElse && 'invisible')}
              onClick={() => adding.open(undefined)}
            >
              Book for somebody you look after
            </Button>
          )}
          <TreatedField
            ref={treatedField}
            label="Who is it for?"
            className="sm:col-span-2"
            value={form.treatedId}
            error={form.treatedError}
            onChange={({ target }) => form.pickTreated(target.value)}
          />
          <TextField label="Name" value={form.treatedName} readOnly autoComplete="name" className="sm:col-span-2" />
          <TextField
            label="Email"
            type="email"
            value={user.email}
            readOnly
            autoComplete="email"
            className="sm:col-span-2"
          />
          <TextField
            ref={phoneField}
            label="Phone (optional)"
            error={form.phoneError}
            className="sm:col-span-2"
            type="tel"
            autoComplete="tel"
            placeholder="Phone Number"
            maxLength={40}
            value={form.phone}
            onChange={(event) => form.setPhone(event.target.value)}
          />
          <VisitReason value={form.visitReason} onChange={form.setVisitReason} />
        </form>
      </LazyDialog>
      <ChosenDialog of={adding}>
        {(_, dialog) => (
          <DependantDialog {...dialog} finalFocus={treatedField} dependant={undefined} onSaved={form.addTreated} />
        )}
      </ChosenDialog>
    </>
  );
}
