import { Check, CircleAlert } from 'lucide-react';
import { type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Fault = { id: string; name: string; label: string };

/**
 * Takes the focus after a form was sent with faults. With one, the field has it. With several, a summary on top of the
 * form has it, and its links lead to the fields. What is wrong stands at the fields alone; with a link it is read out.
 * Belongs inside the form.
 */
export function FaultSummary({
  attempt,
  wrong,
}: {
  /** Another number each time that the form was sent, from when its errors stand at its fields. */
  attempt: number;
  /** The names of the fields that are wrong by now. */
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
          const isMended = !wrong.includes(fault.name);
          return (
            <li key={fault.id}>
              <a
                href={`#${fault.id}`}
                aria-describedby={isMended ? undefined : `${fault.id}-error`}
                onClick={(event) => goToField(event, fault.id)}
                className={classNames(
                  'inline-flex min-h-11 min-w-11 items-center gap-1.5 rounded-sm text-[0.9375rem] font-semibold underline-offset-4',
                  isMended ? 'text-muted' : 'underline decoration-danger/40 hover:decoration-danger',
                )}
              >
                {fault.label}
                {/* Its place is kept from the start, and nothing moves when it comes. */}
                <Check className={classNames('size-4', !isMended && 'invisible')} aria-hidden="true" />
                {isMended && <span className="sr-only">mended</span>}
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Not the browser's own way: that would leave the field's id in the address. */
function goToField(event: MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}

function faultOf(control: Control): Fault {
  const [labelledBy] = (control.getAttribute('aria-labelledby') ?? '').split(' ');
  const label = labelledBy ? document.getElementById(labelledBy) : control.labels?.[0];
  return { id: control.id, name: control.name, label: label?.textContent ?? control.name };
}
