import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { href } from '../../pages.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { HoursEditor } from '../hours/hours-editor.tsx';
import { InviteForm } from '../invitations/invite-form.tsx';
import { BecomeDoctorForm } from './become-doctor-form.tsx';
import type { StepProps } from './setup-step-page.tsx';
import { StepFrame } from './step-frame.tsx';

/** Step 5: the first doctor, oneself or somebody invited. */
export function DoctorStep({ progress }: StepProps) {
  const { uid, isDoctor } = useSignedInUser();
  const invitations = useQuery(api.invitations.list.queryOptions({ context: { bearer: true } }));
  const invited = invitations.data?.filter(({ role }) => role === 'doctor') ?? [];
  return (
    <StepFrame
      step="doctor"
      progress={progress}
      text="Patients can book as soon as there is a doctor with a treatment."
      {...(progress?.doctor && { nextLabel: 'Finish' })}
    >
      <div className="grid gap-8">
        <TitledCard
          title="Do you treat patients yourself?"
          lead={
            isDoctor
              ? 'You are a doctor of the clinic. Patients can book you during your own hours below, within the opening hours. If you remove all of your hours, nobody can book you.'
              : 'If you do, patients can book you, and you remain the admin.'
          }
        >
          <BecomeDoctorForm />
        </TitledCard>
        {isDoctor && <HoursEditor doctorId={uid} />}
        <TitledCard title="Invite a doctor">
          <InviteForm />
          {invited.length > 0 && (
            <p role="status" className="wrap-anywhere text-[0.9375rem] text-muted">
              {invited.map(({ email }) => email).join(', ')} {invited.length === 1 ? 'has' : 'have'} an invitation. See{' '}
              <TextLink href={href.invitations()}>Invitations</TextLink>.
            </p>
          )}
        </TitledCard>
      </div>
    </StepFrame>
  );
}
