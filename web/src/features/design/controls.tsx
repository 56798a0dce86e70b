import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Example, GallerySection } from './gallery-section.tsx';

export function Buttons() {
  return (
    <GallerySection title="Buttons" intro="One primary button per place; danger for destructive actions.">
      {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
        <Example key={variant} caption={`${variant}: at rest, busy, disabled`}>
          <Button variant={variant}>Save</Button>
          <Button variant={variant} busy>
            Save
          </Button>
          <Button variant={variant} disabled>
            Save
          </Button>
        </Example>
      ))}
      <Example caption="Sizes: small for dense rows, regular, large for a page's first step">
        <Button size="small">Small</Button>
        <Button>Regular</Button>
        <Button size="large">Large</Button>
      </Example>
    </GallerySection>
  );
}

export function Fields() {
  return (
    <GallerySection
      title="Fields"
      intro="Every field has a label above, a hint under the label and an error under the field. Screen readers read all three."
    >
      <Example caption="Text: empty, filled, invalid, read-only, disabled" className="grid gap-5">
        <TextField label="Name" hint="As on your insurance card" placeholder="Full name" autoComplete="off" />
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
      <Example caption="Password: hidden, and invalid" className="block">
        <form className="grid gap-5" onSubmit={(event) => event.preventDefault()}>
          <PasswordField label="Password" defaultValue="Openhours1!" autoComplete="off" />
          <PasswordField label="New password" defaultValue="short" error="At least 8 characters" autoComplete="off" />
        </form>
      </Example>
      <Example caption="Choice: at rest, invalid, disabled" className="grid gap-5">
        <Specialties label="Specialty" hint="One can be added later" />
        <Specialties label="Specialty, missing" error="Choose a specialty" />
        <Specialties label="Specialty, settled" disabled />
      </Example>
      <Example caption="Several lines: near the limit, invalid, disabled" className="grid gap-5">
        <Note label="Note" start="It has hurt since Monday, on the left. Cold water makes it worse, warm does not." />
        <Note label="Note, missing" start="" error="Please describe it in a few words" />
        <Note label="Note, closed" start="Answered on Nov 21, 2026" disabled />
      </Example>
      <Example caption="Mirrored, for right-to-left languages" className="block">
        <div dir="rtl" className="grid gap-5">
          <TextField label="Name, right to left" error="A name is required" autoComplete="off" />
          <Specialties label="Specialty, right to left" />
        </div>
      </Example>
    </GallerySection>
  );
}

function Specialties(field: { label: string; hint?: string; error?: string; disabled?: boolean }) {
  return (
    <SelectField {...field}>
      <option>Cardiology</option>
      <option>Oral and maxillofacial surgery for children and adolescents</option>
    </SelectField>
  );
}

function Note({ start, ...field }: { label: string; start: string; error?: string; disabled?: boolean }) {
  const [text, setText] = useState(start);
  return <TextArea {...field} value={text} maxLength={100} onChange={(event) => setText(event.target.value)} />;
}
