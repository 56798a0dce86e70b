import type { ClinicFacts, FollowingBookings } from '@openhours/contract/clinic-facts.ts';
import { useRef, useState } from 'react';
import { api, client } from '../../api/client.ts';
import { readFailure, refusalAt } from '../../api/failure.ts';
import { fieldOf } from '../../api/http.ts';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
import { Button } from '../../ui/button.tsx';
import { optionalEmail } from '../../ui/email-rules.ts';
import { Form } from '../../ui/form.tsx';
import { anything } from '../../ui/required.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { toast } from '../../ui/toast.ts';
import { type Rule, useForm } from '../../ui/use-form.ts';
import { ImagePicker } from '../images/image-picker.tsx';
import { AccentField, accentProblem } from './accent-field.tsx';
import { clinicNameRule } from './clinic-name.ts';
import { clinicFactsQuery } from './clinic-queries.ts';
import { ClinicTextFields } from './clinic-text-fields.tsx';
import { FollowingBookingsQuestion } from './following-bookings.tsx';
import { CountryField, CurrencyField, TimeZoneField } from './place-fields.tsx';
import { SaveFailure } from './save-failure.tsx';
import { showInDocument } from './show-in-document.ts';
import { useClinicSave } from './use-clinic-save.ts';

const rules = {
  name: clinicNameRule,
  addressLines: (text: string) => (linesOf(text).length > 4 ? 'At most 4 lines.' : undefined),
  postcode: anything,
  city: anything,
  country: anything,
  phone: anything,
  email: optionalEmail,
  timeZone: anything,
  currency: anything,
  openingHours: anything,
  welcome: anything,
  about: anything,
  legalName: anything,
  taxNumber: anything,
  receiptFooter: anything,
  logo: anything,
  accent: accentProblem,
} satisfies Record<string, Rule>;
type Field = keyof typeof rules;

/** The field that shows each refusal, by error code. The logo is not among them: its field shows no refusals. */
const fieldOfRefusal: Readonly<Record<string, Field>> = {
  CURRENCY_IN_USE: 'currency',
  TIME_ZONE_IN_USE: 'timeZone',
  TIME_ZONE_SKIPS_BOOKINGS: 'timeZone',
  PHONE_INVALID: 'phone',
};

/** Edits the clinic's name, address, settings and texts. */
export function ClinicFactsForm({
  facts,
  isShort = false,
  saveLabel = 'Save',
  onSaved,
  onReload,
}: {
  facts: ClinicFacts;
  /** Leaves out the texts, which do not change then. */
  isShort?: boolean;
  saveLabel?: string;
  /** Called after a save, in place of a notification. */
  onSaved?: () => void;
  /** Called to discard the input and load the version that somebody else saved. */
  onReload: () => Promise<void>;
}) {
  const [initial] = useState(facts);
  const [logo, setLogo] = useState(facts.logo);
  const [accent, setAccent] = useState(facts.accent ?? '');
  const country = useRef(initial.country);
  const { save, edit, isDirty } = useClinicSave({
    query: clinicFactsQuery,
    send: (body: Parameters<typeof client.clinicFacts.save>[0]) => client.clinicFacts.save(body),
    refetches: [api.clinicFacts, api.schedule, api.availability, api.audit],
    onSaved: (answer) => {
      showInDocument(answer);
      if (onSaved) onSaved();
      else toast.success('Your clinic is saved.');
    },
    onRefused: (error) => form.refuse(refusalAt(error, fieldOfRefusal)),
  });
  const send = (values: Record<Field, string>, version: number, bookings?: 'keep'): void => {
    save.mutate({ ...bodyOf(values), ...(isShort && { texts: undefined }), version, ...(bookings && { bookings }) });
  };
  const form = useForm({
    rules,
    held: { logo: logo ?? '', accent },
    onSubmit: (values) => send(values, facts.version),
  });
  const following = form.errors.timeZone === undefined ? undefined : followingBookings(save.error);
  return (
    <Form of={form} onInput={edit} className="grid max-w-3xl gap-6">
      <LeaveGuard when={isDirty} />
      <TitledCard title="Name and address">
        <TextField label="Name" {...form.field('name')} defaultValue={initial.name} />
        <TextArea
          label="Address"
          hint="Street and number, building, floor: at most 4 lines."
          {...form.field('addressLines')}
          defaultValue={initial.addressLines.join('\n')}
        />
        <div className="grid gap-5 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <TextField label="Postcode" name="postcode" maxLength={20} defaultValue={initial.postcode} />
          <TextField label="City" name="city" maxLength={100} defaultValue={initial.city} />
        </div>
        <CountryField
          {...form.field('country')}
          defaultValue={initial.country}
          onChange={({ target }) => {
            if (isShort) void followCountry(target, country.current);
            country.current = target.value;
          }}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField label="Phone" {...form.field('phone')} type="tel" maxLength={40} defaultValue={initial.phone} />
          <TextField label="Email" {...form.field('email')} type="email" maxLength={254} defaultValue={initial.email} />
        </div>
        <ImagePicker
          label="Logo"
          {...form.field('logo')}
          shape="wide"
          value={logo}
          onChange={(url) => {
            setLogo(url);
            edit();
          }}
        />
        <AccentField
          value={accent}
          onChange={(colour) => {
            setAccent(colour);
            edit();
          }}
          error={form.errors.accent}
        />
      </TitledCard>
      <TitledCard title="Time and money">
        <TimeZoneField {...form.field('timeZone')} defaultValue={initial.timeZone} />
        {following && (
          <FollowingBookingsQuestion
            found={following}
            busy={save.isPending}
            // With the version of the refused save: it is theirs after 'Replace their changes with mine'.
            onKeep={() => form.submit((values) => send(values, save.variables?.version ?? facts.version, 'keep'))}
          />
        )}
        <CurrencyField {...form.field('currency')} defaultValue={initial.currency} />
      </TitledCard>
      {!isShort && <ClinicTextFields texts={initial.texts} />}
      <SaveFailure
        save={save}
        fieldOfRefusal={fieldOfRefusal}
        onReplace={(version) => form.submit((values) => send(values, version))}
        onReload={onReload}
      />
      <Button type="submit" busy={save.isPending} className="justify-self-start max-sm:w-full">
        {saveLabel}
      </Button>
    </Form>
  );
}

/** The appointments in a refusal of another time zone. The contract defines their type. */
function followingBookings(error: unknown): FollowingBookings | undefined {
  const { data } = readFailure(error);
  return Array.isArray(fieldOf(data, 'first')) ? (data as FollowingBookings) : undefined;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function bodyOf({
  openingHours,
  welcome,
  about,
  legalName,
  taxNumber,
  receiptFooter,
  ...facts
}: Record<Field, string>) {
  return {
    ...facts,
    name: facts.name.trim(),
    email: facts.email.trim(),
    addressLines: linesOf(facts.addressLines),
    logo: facts.logo || null,
    accent: facts.accent || null,
    texts: { openingHours, welcome, about, legalName, taxNumber, receiptFooter },
  };
}

/** Chooses the currency of another country, unless another currency than that of the country before was chosen. */
async function followCountry({ form, value }: HTMLSelectElement, before: string): Promise<void> {
  const field = form?.elements.namedItem('currency');
  if (!(field instanceof HTMLSelectElement)) return;
  const { default: table } = await import('country-to-currency');
  const currencies: Readonly<Partial<Record<string, string>>> = table;
  const next = currencies[value];
  const isOfBefore = before === '' || field.value === currencies[before];
  if (isOfBefore && [...field.options].some((option) => option.value === next)) field.value = next ?? field.value;
}
