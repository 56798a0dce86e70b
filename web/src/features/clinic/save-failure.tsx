import { ChangedMeanwhile } from '../../api/changed-meanwhile.tsx';
import { messageBelow } from '../../api/failure.ts';
import { FormError } from '../../ui/form-error.tsx';
import { versionSavedMeanwhile } from './clinic-version.ts';

/** Below a form: why its save failed, or, if somebody else saved first, the question which version to keep. */
export function SaveFailure({
  save: { error, isPending },
  fieldOfRefusal = {},
  onReplace,
  onReload,
}: {
  save: { error: Error | null; isPending: boolean };
  /** The fields that show refusals, by error code. */
  fieldOfRefusal?: Readonly<Record<string, string>>;
  /** @param version the one that somebody else saved */
  onReplace: (version: number) => void;
  /** Called to discard the input and load that version. */
  onReload: () => Promise<void>;
}) {
  const version = versionSavedMeanwhile(error);
  return (
    <>
      <FormError message={version === undefined ? messageBelow(error, fieldOfRefusal) : undefined} />
      <ChangedMeanwhile
        isOpen={version !== undefined}
        busy={isPending}
        onReplace={() => version !== undefined && onReplace(version)}
        onReload={onReload}
      />
    </>
  );
}
