import type { AgendaClosure } from '@openhours/contract/agenda.ts';
import { classNames } from '../../ui/class-names.ts';
import { unbrokenTimes } from '../../ui/unbroken-times.ts';
import { closedText } from './words.ts';

/** Says when the clinic is closed and when the doctor is away. An absence opens the dialog that ends or removes it. */
export function Closings({
  closings,
  onOpen,
}: {
  closings: readonly AgendaClosure[];
  onOpen?: (absence: AgendaClosure) => void;
}) {
  return closings.map((closure) => {
    const isAbsence = closure.whose === 'doctor';
    const look = classNames('block py-1 text-start text-sm font-medium wrap-anywhere', isAbsence && 'text-danger');
    const text = unbrokenTimes(closedText(closure));
    return isAbsence && onOpen ? (
      <button key={closure._id} type="button" className={`${look} underline`} onClick={() => onOpen(closure)}>
        {/* In the table, the longest text decides how tall the head of all columns is. */}
        <span className="line-clamp-2" title={text}>
          {text}
        </span>
      </button>
    ) : (
      <span key={closure._id} className={look}>
        {text}
      </span>
    );
  });
}
