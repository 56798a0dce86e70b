import { useState } from 'react';
import { LeaveGuard } from '../../layouts/leave-guard.tsx';
import { TitledCard } from '../../ui/titled-card.tsx';
import { ClinicHoursEditor } from '../clinic/clinic-hours-editor.tsx';
import { ClosingDaysEditor } from '../closures/closing-days-editor.tsx';
import type { StepProps } from './setup-step-page.tsx';
import { StepFrame } from './step-frame.tsx';

/** Step 3: the clinic's opening hours and closing days. */
export function HoursStep({ progress }: StepProps) {
  const [areHoursDirty, setAreHoursDirty] = useState(false);
  const [isClosingDirty, setIsClosingDirty] = useState(false);
  return (
    <StepFrame
      step="hours"
      progress={progress}
      text="Patients cannot book outside the opening hours or on closing days. A new doctor gets the opening hours as their own hours."
    >
      <LeaveGuard when={areHoursDirty || isClosingDirty} />
      <div className="grid gap-8">
        <TitledCard title="Opening hours" lead="Type 9, 9:30, 930 or 5pm, or a whole day with a break: 9-12, 1-5.">
          <ClinicHoursEditor asksSpecial={false} onDirty={setAreHoursDirty} />
        </TitledCard>
        <section className="grid gap-4">
          <ClosingDaysEditor
            onDirty={setIsClosingDirty}
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
