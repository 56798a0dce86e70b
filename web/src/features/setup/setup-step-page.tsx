import type { ComponentType } from 'react';
import { NotFoundPage } from '../../layouts/not-found-page.tsx';
import { useIdInPath } from '../../router.tsx';
import { ClinicStep } from './clinic-step.tsx';
import { DoctorStep } from './doctor-step.tsx';
import { HoursStep } from './hours-step.tsx';
import { ReadyPage } from './ready.tsx';
import { isSetupStep, READY, type SetupProgress, type SetupStep } from './steps.ts';
import { TreatmentsStep } from './treatments-step.tsx';
import { useSetupProgress } from './use-setup-progress.ts';

export type StepProps = { progress: SetupProgress | undefined };

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
