import { accentFault, accentTokens, GROUNDS } from '@openhours/contract/accent.ts';
import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { controlLook, Field } from '../../ui/field.tsx';

const HEX = /^#[0-9a-f]{6}$/i;
const ours = '#0f5c50';

/** What is wrong with a typed accent colour, if anything. Empty: the clinic has none of its own. */
export function accentProblem(typed: string): string | undefined {
  if (typed === '') return undefined;
  return HEX.test(typed) ? accentFault(typed.toLowerCase()) : "Enter a colour like '#0f5c50'.";
}

/** A choice of the clinic's accent colour, with a preview in both themes. */
export function AccentField({
  value,
  error,
  onChange,
}: {
  /** Like '#0f5c50', or empty. */
  value: string;
  /** The server's refusal; faults of the colour are shown while it is chosen. */
  error?: string | undefined;
  onChange: (value: string) => void;
}) {
  const problem = accentProblem(value) ?? error;
  const text = useRef<HTMLInputElement>(null);
  return (
    <div className="grid gap-3">
      <Field
        label="Accent colour"
        hint="The colour of buttons and links. If empty, our green is used. The dark theme uses a lighter shade."
        error={problem}
      >
        {(control) => (
          <div className="flex flex-wrap gap-3">
            <input
              {...control}
              ref={text}
              type="text"
              name="accent"
              value={value}
              maxLength={7}
              placeholder={ours}
              spellCheck={false}
              autoComplete="off"
              onChange={({ currentTarget }) => onChange(currentTarget.value.trim())}
              className={classNames(controlLook, 'w-36! tabular-nums large-text:w-40!')}
            />
            <input
              type="color"
              aria-label="Choose the accent colour"
              value={HEX.test(value) ? value : ours}
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
              className="h-11 w-14 cursor-pointer rounded-control border border-line-strong bg-surface p-1"
            />
            {value !== '' && (
              <Button
                variant="secondary"
                onClick={() => {
                  // The button disappears when there is no colour, so move the focus first.
                  text.current?.focus();
                  onChange('');
                }}
              >
                Use our green
              </Button>
            )}
          </div>
        )}
      </Field>
      {value !== '' && problem === undefined && <Preview accent={value.toLowerCase()} />}
    </div>
  );
}

/** A button and a link in the accent, in the light and the dark theme. */
function Preview({ accent }: { accent: string }) {
  const tokens = accentTokens(accent);
  return (
    <div aria-hidden="true" className="grid grid-cols-2 gap-3 large-text:grid-cols-1">
      {(['light', 'dark'] as const).map((theme) => {
        const { pine, 'on-pine': onPine, 'pine-soft': soft } = tokens[theme];
        return (
          <div
            key={theme}
            data-preview={theme}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-line p-3.5"
            style={{ background: GROUNDS[theme].surface }}
          >
            <span className="rounded-control px-3.5 py-2 font-semibold" style={{ background: pine, color: onPine }}>
              Button
            </span>
            <span className="font-semibold underline underline-offset-4" style={{ color: pine }}>
              Link
            </span>
            <span className="rounded-full px-2.5 text-sm font-semibold" style={{ background: soft, color: pine }}>
              Badge
            </span>
          </div>
        );
      })}
    </div>
  );
}
