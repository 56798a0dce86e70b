import { failureMessage } from '../../api/failure.ts';
import { FormError } from '../../ui/form-error.tsx';
import { ChangedMeanwhile } from '../hours/changed-meanwhile.tsx';
import { versionSavedMeanwhile } from './clinic-version.ts';

/** Below a form: why its save failed, or, if somebody else saved first, the question which version to keep. */
export function SaveFailure({
  save: { error, isPending },
  isAtField = false,
  onReplace,
  onReload,
}: {
  save: { error: Error | null; isPending: boolean };
  /** Whether a field shows the failure. */
  isAtField?: boolean;
  /** @param version the one that somebody else saved */
  onReplace: (version: number) => void;
  /** Called to discard the input and load that version. */
  onReload: () => Promise<void>;
}) {
  const version = versionSavedMeanwhile(error);
  return (
    <>
      <FormError message={version !== undefined || isAtField ? undefined : failureMessage(error)} />
      <ChangedMeanwhile
        isOpen={version !== undefined}
        busy={isPending}
        onReplace={() => version !== undefined && onReplace(version)}
        onReload={onReload}
      />
    </>
  );
}
