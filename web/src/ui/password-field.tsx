import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { controlLook, Field, type FieldProps } from './field.tsx';

type PasswordFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>;

/** A password input with a Show/Hide toggle. */
export function PasswordField({ label, hint, error, className, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  // Shows the password if the button was pressed before this script had loaded (see boot.ts). Never sets false: that would
  // undo a press between hydration and this effect.
  useEffect(() => {
    if (toggle.current?.dataset['pressed'] !== undefined) setShown(true);
  }, []);
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={classNames(controlLook, 'pe-20')}
          />
          <button
            ref={toggle}
            type="button"
            data-early=""
            aria-describedby={`${control.id}-label`}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 end-0 min-w-16 rounded-control px-3 text-sm font-semibold text-pine hover:underline"
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </Field>
  );
}
