import { clockTime, minuteOfDay } from '@openhours/contract/clock-time.ts';
import { type KeyboardEvent, useId, useState } from 'react';
import { controlLook } from '../../ui/field.tsx';
import { readRanges, readTime, shownTime, type TimeRange } from './typed-time.ts';

const STEP = 15;

/**
 * A field for a time. It accepts '9', '930' or '5pm', and shows '05:00 PM' when it loses the focus. The up and down
 * keys change the time in steps of a quarter of an hour. With `onRanges`, it also accepts a whole day: '9-12, 1-5'.
 */
export function TimeField({
  label,
  value,
  which,
  after,
  error,
  showsError,
  onChange,
  onRanges,
}: {
  label: string;
  /** 'HH:MM', or what was typed if that is not a time. */
  value: string;
  which: 'from' | 'to';
  /** The time must be later than this one. */
  after?: string | undefined;
  error: string | undefined;
  /** Shows the error even while the user types. */
  showsError: boolean;
  onChange: (text: string) => void;
  onRanges?: ((ranges: readonly TimeRange[]) => void) | undefined;
}) {
  const id = useId();
  const [isTyping, setIsTyping] = useState(false);
  const shown = isTyping && !showsError ? undefined : error;
  const finish = (): void => {
    setIsTyping(false);
    const read = readTime(value, { role: which, after });
    const ranges = read === undefined ? readRanges(value) : undefined;
    if (ranges && onRanges) onRanges(ranges);
    else if (read !== undefined && read !== value) onChange(read);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      finish();
    }
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    const read = readTime(value, { role: which, after });
    if (direction === 0 || read === undefined) return;
    event.preventDefault();
    setIsTyping(false);
    const moved = (Math.floor(minuteOfDay(read) / STEP) + direction) * STEP;
    onChange(clockTime(Math.max(0, Math.min(moved, which === 'to' ? 1440 : 1440 - STEP))));
  };
  return (
    <div className="contents">
      <input
        type="text"
        autoComplete="off"
        aria-label={label}
        aria-invalid={shown ? true : undefined}
        aria-describedby={shown ? `${id}-error` : undefined}
        value={isTyping ? value : shownTime(value)}
        className={`${controlLook} w-24! px-2! large-text:w-32! text-center tabular-nums`}
        onChange={({ currentTarget }) => {
          setIsTyping(true);
          onChange(currentTarget.value);
        }}
        onBlur={finish}
        onKeyDown={onKeyDown}
      />
      {shown && (
        <p id={`${id}-error`} className="order-last basis-full text-sm font-medium text-danger">
          {shown}
        </p>
      )}
    </div>
  );
}
