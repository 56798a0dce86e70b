import { type SubmitEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FaultSummary } from '../../ui/fault-summary.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { BothThemes, Example, GallerySection } from './gallery-section.tsx';

const states = 'grid gap-5';

/** The looks of hover and focus, shown without a pointer; see `controlLook` in `field.tsx`. */
const hovered = '[&_:is(input,select)]:border-pine!';
const focused =
  '[&_:is(input,select)]:border-pine! [&_:is(input,select)]:outline-2 [&_:is(input,select)]:outline-(--ring)';

export function Fields() {
  return (
    <GallerySection
      title="Fields and forms"
      intro="Every field has a label above, a hint under the label and an error under the field. Screen readers read all three."
    >
      <BothThemes label="Fields and forms">
        <Example caption="Text: at rest, hovered, focused, filled, invalid, read-only, disabled" className={states}>
          <TextField label="Name" hint="As on your insurance card" placeholder="Full name" autoComplete="off" />
          <TextField label="Name, hovered" placeholder="Full name" autoComplete="off" className={hovered} />
          <TextField label="Name, focused" placeholder="Full name" autoComplete="off" className={focused} />
          <TextField
            label="Name, filled"
            defaultValue="Wolfeschlegelsteinhausenbergerdorff the Elder"
            autoComplete="off"
          />
          <TextField
            label="Phone number"
            defaultValue="12"
            error="A phone number has at least 7 digits"
            inputMode="tel"
          />
          <TextField label="Email" defaultValue="patient@openhours.example" readOnly />
          <TextField label="Coupon" placeholder="Not now" disabled />
        </Example>
        <Example caption="Password: hidden (press Show), its button hovered, and invalid" className={states}>
          <form className={states} onSubmit={(event) => event.preventDefault()}>
            <PasswordField label="Password" defaultValue="Openhours1!" autoComplete="off" />
            <PasswordField
              label="Password, hovered"
              defaultValue="Openhours1!"
              autoComplete="off"
              className="[&_button]:underline"
            />
            <PasswordField label="New password" defaultValue="short" error="At least 8 characters" autoComplete="off" />
          </form>
        </Example>
        <Example caption="Choice: at rest, hovered, focused, invalid, disabled" className={states}>
          <Specialties label="Specialty" hint="One can be added later" />
          <Specialties label="Specialty, hovered" className={hovered} />
          <Specialties label="Specialty, focused" className={focused} />
          <Specialties label="Specialty, missing" error="Choose a specialty" />
          <Specialties label="Specialty, settled" disabled />
        </Example>
        <Example
          caption="Several lines: with text (a counter appears near the limit), invalid, disabled"
          className={states}
        >
          <Note label="Note" start="It has hurt since Monday, on the left. Cold water makes it worse, warm does not." />
          <Note label="Note, missing" start="" error="Please describe it in a few words" />
          <Note label="Note, closed" start="Answered on Nov 21, 2026" disabled />
        </Example>
        <Example
          caption="A form: submit it empty, correct one field, then try a taken name ('Maya'), then another"
          className="block"
        >
          <TryForm />
        </Example>
        <Example caption="Mirrored, for right-to-left languages" className="block">
          <div dir="rtl" className={states}>
            <TextField label="Name, right to left" error="A name is required" autoComplete="off" />
            <Specialties label="Specialty, right to left" />
            <div className="flex flex-wrap gap-3">
              <Button>Save</Button>
              <Button variant="secondary">Cancel</Button>
            </div>
          </div>
        </Example>
      </BothThemes>
    </GallerySection>
  );
}

function Specialties(field: { label: string; hint?: string; error?: string; disabled?: boolean; className?: string }) {
  return (
    <SelectField {...field} defaultValue={field.error ? '' : 'Cardiology'}>
      {field.error && <option value="">Please choose</option>}
      <option>Cardiology</option>
      <option>Oral and maxillofacial surgery for children and adolescents</option>
    </SelectField>
  );
}

function Note({ start, ...field }: { label: string; start: string; error?: string; disabled?: boolean }) {
  const [text, setText] = useState(start);
  return <TextArea {...field} value={text} maxLength={100} onChange={(event) => setText(event.target.value)} />;
}

function TryForm() {
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [tries, setTries] = useState(0);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [done, setDone] = useState(false);
  const missing = { name: name.trim() === '', phone: phone.trim() === '' };
  const wrong = (['name', 'phone'] as const).filter((field) => tries > 0 && missing[field]);

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (busy) return;
    setTries(tries + 1);
    setFailure(undefined);
    setDone(false);
    if (missing.name || missing.phone) return;
    setBusy(true);
    window.setTimeout(() => {
      setBusy(false);
      if (name.trim() === 'Maya') setFailure('This name is taken. Please choose another one.');
      else setDone(true);
    }, 1000);
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <FaultSummary attempt={tries} wrong={wrong} />
      <TextField
        name="name"
        label="List name"
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={wrong.includes('name') ? 'Name is required' : undefined}
      />
      <TextField
        name="phone"
        label="List phone"
        inputMode="tel"
        autoComplete="off"
        value={phone}
        onChange={(event) => setPhone(event.target.value)}
        error={wrong.includes('phone') ? 'Phone is required' : undefined}
      />
      <FormError message={failure} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={busy}>
          Save
        </Button>
        <p role="status" className="text-muted">
          {done && 'Saved.'}
        </p>
      </div>
    </form>
  );
}
