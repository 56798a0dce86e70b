import type { ClinicTexts } from '@openhours/contract/clinic-facts.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';

/** The fields of the clinic's short texts, for pages and receipts. */
export function ClinicTextFields({ texts }: { texts: ClinicTexts }) {
  return (
    <>
      <TitledCard title="Your own words">
        <TextArea
          label="Welcome"
          hint="Shown below the headline of the home page."
          name="welcome"
          maxLength={500}
          defaultValue={texts.welcome}
        />
        <TextArea
          label="About the clinic"
          hint="Shown on the About page. An empty line begins a new paragraph."
          name="about"
          maxLength={5000}
          defaultValue={texts.about}
        />
        <TextField
          label="Opening hours in words"
          hint="If empty, pages show the hours that you entered under Hours and Rules."
          name="openingHours"
          maxLength={200}
          defaultValue={texts.openingHours}
        />
      </TitledCard>
      <TitledCard title="Receipts">
        <TextField
          label="Legal name"
          hint="If it differs from the name of the clinic."
          name="legalName"
          maxLength={200}
          defaultValue={texts.legalName}
        />
        <TextField label="Tax number" name="taxNumber" maxLength={100} defaultValue={texts.taxNumber} />
        <TextArea
          label="Last lines of a receipt"
          name="receiptFooter"
          maxLength={500}
          defaultValue={texts.receiptFooter}
        />
      </TitledCard>
    </>
  );
}
