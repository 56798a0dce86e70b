import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Fault = { id: string; name: string; label: string };

/**
 * Moves the focus after a form was submitted with errors: with one error to the field, with several to a summary at the
 * top, whose links lead to the fields. The messages are at the fields; a link is read out with its message. Use it
 * inside the form.
 */
export function FaultSummary({
  attempt,
  wrong,
}: {
  /** A new number for each submit, once the errors are shown at the fields. */
  attempt: number;
  /** The names of the fields that are still wrong. */
  wrong: readonly string[];
}) {
  const place = useRef<HTMLDivElement>(null);
  const [found, setFound] = useState<{ attempt: number; faults: readonly Fault[] }>();
  useEffect(() => {
    const controls = [...(place.current?.closest('form')?.querySelectorAll<Control>('[aria-invalid=true]') ?? [])];
    const isOne = controls.length === 1;
    if (isOne) controls[0]?.focus();
    setFound({ attempt, faults: isOne ? [] : controls.map(faultOf) });
  }, [attempt]);
  return (
    <div ref={place} className="contents">
      {found && found.faults.length > 0 && <Summary key={found.attempt} faults={found.faults} wrong={wrong} />}
    </div>
  );
}

function Summary({ faults, wrong }: { faults: readonly Fault[]; wrong: readonly string[] }) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      role="group"
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-fields`}
      className="animate-fade-in rounded-control bg-danger-soft px-4 pt-3 pb-1 text-danger"
    >
      <h2 id={`${id}-title`} className="flex gap-2 text-[0.9375rem]">
        <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        Please check these fields
      </h2>
      <ul id={`${id}-fields`} className="flex flex-wrap gap-x-5 ps-7">
        {faults.map((fault) => {
          const isFixed = !wrong.includes(fault.name);
          return (
            <li key={fault.id}>
              <a
                href={`#${fault.id}`}
                aria-describedby={isFixed ? undefined : `${fault.id}-error`}
                onClick={(event) => goToField(event, fault.id)}
                className={classNames(
                  'inline-flex min-h-11 min-w-11 items-center gap-1.5 rounded-sm text-[0.9375rem] font-semibold underline-offset-4',
                  isFixed ? 'text-muted' : 'underline decoration-danger/40 hover:decoration-danger',
                )}
              >
                {fault.label}
                {/* Always rendered, so that nothing moves when it becomes visible. */}
                <Check className={classNames('size-4', !isFixed && 'invisible')} aria-hidden="true" />
                {isFixed && <span className="sr-only">corrected</span>}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Not by the browser's own navigation, which would leave the field's id in the URL. */
function goToField(event: MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}

function faultOf(control: Control): Fault {
  const [labelledBy] = (control.getAttribute('aria-labelledby') ?? '').split(' ');
  const label = labelledBy ? document.getElementById(labelledBy) : control.labels?.[0];
  return { id: control.id, name: control.name, label: label?.textContent ?? control.name };
}
