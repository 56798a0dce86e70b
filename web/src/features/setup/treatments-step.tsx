import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { TreatmentsEditor } from '../treatments/treatments-editor.tsx';
import type { StepProps } from './setup-step-page.tsx';
import { StepFrame } from './step-frame.tsx';
import { TreatmentListForm } from './treatment-list-form.tsx';

/** Step 4: treatments, from a list or one by one. */
export function TreatmentsStep({ progress }: StepProps) {
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
