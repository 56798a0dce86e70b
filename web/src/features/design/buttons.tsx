import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useState } from 'react';
import { href } from '../../pages.ts';
import { Button } from '../../ui/button.tsx';
import type { ButtonVariant } from '../../ui/button-look.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextButton, TextLink } from '../../ui/text-link.tsx';
import { BothThemes, Example, GallerySection } from './gallery-section.tsx';

const focused = 'outline-2 outline-offset-2 outline-(--ring)';

/** The looks of hover, focus and press, shown without a pointer; see `button-look.ts`. */
const variants: readonly { variant: ButtonVariant; label: string; hovered: string; pressed: string }[] = [
  { variant: 'primary', label: 'Pay', hovered: 'bg-pine-strong!', pressed: 'bg-pine-strong!' },
  {
    variant: 'secondary',
    label: 'Cancel',
    hovered: 'border-pine! text-pine!',
    pressed: 'border-pine! bg-pine-soft! text-pine!',
  },
  { variant: 'quiet', label: 'Show all', hovered: 'bg-pine-soft!', pressed: 'bg-pine-soft!' },
  { variant: 'danger', label: 'Delete', hovered: 'bg-danger-strong!', pressed: 'bg-danger-strong!' },
];

export function Buttons() {
  return (
    <GallerySection
      title="Buttons and links"
      intro="A button acts, a link navigates. One primary button per place; danger for destructive actions."
    >
      <BothThemes label="Buttons and links">
        {variants.map((each) => (
          <ButtonStates key={each.variant} {...each} />
        ))}
        <Example caption="Sizes: small for dense rows, regular, large for a page's first step">
          <Button size="small">Small</Button>
          <Button>Regular</Button>
          <Button size="large">Large</Button>
        </Example>
        <Example caption="With an icon, full width, and as a link">
          <Button variant="secondary">
            <CalendarPlus className="size-5" aria-hidden="true" />
            Add a day
          </Button>
          <LinkButton href={href.bookAppointment()}>See free times</LinkButton>
          <Button className="w-full">Full width</Button>
        </Example>
        <Example caption="Busy: press it. It keeps its width and the focus">
          <SavingButton />
        </Example>
        <Example caption="Links beside text: at rest, hovered, focused" className="grid gap-3">
          {['', 'decoration-pine!', focused].map((look) => (
            <p key={look}>
              Forgot your password?{' '}
              <TextLink href={href.forgotPassword()} className={look}>
                Choose a new one
              </TextLink>
            </p>
          ))}
        </Example>
        <Example caption="A name in a table that opens a dialog about it">
          <TextButton>Mona Abbott</TextButton>
        </Example>
        <Example caption="The spinner of a busy control">
          <Spinner className="text-pine" />
        </Example>
      </BothThemes>
    </GallerySection>
  );
}

function ButtonStates({ variant, label, hovered, pressed }: (typeof variants)[number]) {
  return (
    <Example caption={`${variant}: at rest, hovered, focused, pressed, busy, disabled`}>
      <Button variant={variant}>{label}</Button>
      <Button variant={variant} className={hovered}>
        {label}
      </Button>
      <Button variant={variant} className={focused}>
        {label}
      </Button>
      <Button variant={variant} className={pressed}>
        {label}
      </Button>
      <Button variant={variant} busy>
        {label}
      </Button>
      <Button variant={variant} disabled>
        {label}
      </Button>
    </Example>
  );
}

function SavingButton() {
  const [saving, setSaving] = useState(false);
  const save = (): void => {
    setSaving(true);
    window.setTimeout(() => setSaving(false), 2000);
  };
  return (
    <Button busy={saving} onClick={save}>
      Save
    </Button>
  );
}
