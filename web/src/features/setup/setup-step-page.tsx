import { useIsMutating, useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { api } from '../../api/client.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { NotFoundPage } from '../../layouts/not-found-page.tsx';
import { href } from '../../pages.ts';
import { useHistory, useIdInPath } from '../../router.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { WithoutData } from '../../ui/without-data.tsx';
import { ClinicFactsForm } from '../clinic/clinic-facts-form.tsx';
import { ClinicHoursEditor } from '../clinic/clinic-hours-editor.tsx';
import { clinicFactsQuery } from '../clinic/clinic-queries.ts';
import { ClosingDaysEditor } from '../closures/closing-days-editor.tsx';
import { OpeningChecklist } from '../dashboard/opening-checklist.tsx';
import { FreeTimes } from '../doctors/free-times.tsx';
import { HoursEditor } from '../hours/hours-editor.tsx';
import { useReload } from '../hours/use-reload.ts';
import { InviteForm } from '../invitations/invite-form.tsx';
import { TreatmentsEditor } from '../treatments/treatments-editor.tsx';
import { BecomeDoctorForm, becomeDoctorKey } from './become-doctor-form.tsx';
import { StepFrame } from './step-frame.tsx';
import { isSetupStep, READY, type SetupProgress, type SetupStep } from './steps.ts';
import { TreatmentListForm } from './treatment-list-form.tsx';
import { useSetupProgress } from './use-setup-progress.ts';

type StepProps = { progress: SetupProgress | undefined };

const steps: Readonly<Record<SetupStep, ComponentType<StepProps>>> = {
  clinic: ClinicStep,
  hours: HoursStep,
  treatments: TreatmentsStep,
  doctor: DoctorStep,
};

/** The steps of the set-up after the admin's account, for admins. Each can be opened again at any time. */
export function Component() {
  const step = useIdInPath();
  if (step === READY) return <ReadyPage />;
  return isSetupStep(step) ? <OneStep key={step} step={step} /> : <NotFoundPage />;
}

function OneStep({ step }: { step: SetupStep }) {
  const found = useSetupProgress();
  const Step = steps[step];
  return <Step progress={found?.progress} />;
}

/** Step 2: name, address, contact, time zone and currency. */
function ClinicStep({ progress }: StepProps) {
  const history = useHistory();
  const facts = useQuery(clinicFactsQuery);
  const { generation, reload } = useReload(facts);
  return (
    <StepFrame
      step="clinic"
      progress={progress}
      text="What patients see on your pages, in emails and on receipts. You can change it later under Clinic."
    >
      {facts.data ? (
        <ClinicFactsForm
          key={generation}
          facts={facts.data}
          isShort
          saveLabel="Save and continue"
          onSaved={() => history.push(href.setupStep('hours'))}
          onReload={reload}
        />
      ) : (
        <WithoutData query={facts} message="We could not load the clinic.">
          <Skeleton className="h-124 rounded-card!" />
        </WithoutData>
      )}
    </StepFrame>
  );
}

/** Step 3: the clinic's opening hours and closing days. */
function HoursStep({ progress }: StepProps) {
  return (
    <StepFrame
      step="hours"
      progress={progress}
      text="Patients cannot book outside the opening hours or on closing days. A new doctor gets the opening hours as their own hours."
    >
      <div className="grid gap-8">
        <TitledCard
          title="Opening hours"
          lead="Press + next to a day, and type 9, 9:30, 930 or 5pm, or a whole day with a break: 9-12, 1-5."
        >
          <ClinicHoursEditor asksSpecial={false} />
        </TitledCard>
        <section className="grid gap-4">
          <ClosingDaysEditor
            heading={(button) => (
              <div className="flex flex-wrap items-center justify-between gap-3">
                <h2 className="text-heading">Closing days</h2>
                {button}
              </div>
            )}
          />
        </section>
      </div>
    </StepFrame>
  );
}

/** Step 4: treatments, from a list or one by one. */
function TreatmentsStep({ progress }: StepProps) {
  const facts = useQuery(api.clinicFacts.get.queryOptions({ staleTime: 0 }));
  return (
    <StepFrame
      step="treatments"
      progress={progress}
      text="What patients can book, how long it takes and what it costs. You can change it at any time."
    >
      <TreatmentsEditor
        // Doctors are the next step.
        marksWithoutDoctor={false}
        heading={(button) => button && <div className="mb-4 flex justify-end">{button}</div>}
        whenEmpty={(addOne, keep) =>
          facts.data && <TreatmentListForm currency={facts.data.currency} onAddOne={addOne} onSaving={keep} />
        }
      />
    </StepFrame>
  );
}

const isOfNewcomer = ({ state }: { state: { variables: unknown } }) => state.variables === 'newcomer';

/** Step 5: the first doctor, oneself or somebody invited. */
function DoctorStep({ progress }: StepProps) {
  const { uid, isDoctor } = useSignedInUser();
  // They are a doctor before they have treatments and hours, and the editor keeps what it has loaded first.
  const newcomers = { mutationKey: becomeDoctorKey, predicate: isOfNewcomer };
  const isBecoming = useIsMutating(newcomers) > 0;
  const invitations = useQuery(api.invitations.list.queryOptions());
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
        {isDoctor && !isBecoming && <HoursEditor doctorId={uid} />}
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

/** The end of the set-up: what is still to do, and the booking page as patients see it. */
function ReadyPage() {
  const facts = useQuery(api.clinicFacts.get.queryOptions({ staleTime: 0 }));
  return (
    <div className="mx-auto w-full max-w-5xl">
      <PageHeading
        title={facts.data ? (facts.data.open ? 'Patients can book now' : 'Nearly ready') : 'Your clinic'}
        documentTitle="Your clinic"
        action={
          <LinkButton href={href.dashboard()} variant="secondary">
            Go to your dashboard
          </LinkButton>
        }
      >
        {facts.data?.open === false
          ? 'The pages of the clinic say that it is not open for bookings yet.'
          : 'Everything can be changed at any time on your dashboard.'}
      </PageHeading>
      {facts.data ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
          <OpeningChecklist isAlwaysShown />
          {facts.data.open && (
            <Section id="preview-title" title="What patients see">
              <FreeTimes of={{}} showsDoctor />
            </Section>
          )}
        </div>
      ) : (
        <WithoutData query={facts} message="We could not load your clinic.">
          <Skeleton className="h-96 rounded-card!" />
        </WithoutData>
      )}
    </div>
  );
}
