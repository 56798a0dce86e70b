import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { TextField, type TextFieldProps } from './text-field.tsx';
import { useSearchDraft } from './use-search-draft.ts';

const pauseMillis = 800;
const max = '2999-12-31';

/**
 * A date field for a day for which something is fetched or shown. A picked day is reported at once; a typed one after
 * a pause, on Enter or on leaving the field, because every digit changes the date. If the typed date is not valid or is
 * before `min`, the field shows its day again.
 *
 * @param day 'YYYY-MM-DD', or '' for none if the field is not required
 * @param onChange called with another day; with '' only if the field is not required
 */
export function DayField({
  day,
  onChange,
  required = false,
  min = '1900-01-01',
  ...field
}: {
  day: string;
  onChange: (day: string) => void;
  required?: boolean;
  min?: string;
} & Pick<TextFieldProps, 'label' | 'className'>) {
  const draft = useSearchDraft({ value: day, search: day });
  const isTyping = useRef(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  /** @returns false if it is no such day */
  const report = ({ value, validity }: HTMLInputElement): boolean => {
    window.clearTimeout(timer.current);
    isTyping.current = false;
    if (value === '' ? required || validity.badInput : value < min || value > max) return false;
    if (value !== draft.lastAsked) {
      draft.markSent(value);
      onChange(value);
    }
    return true;
  };
  const type = (input: HTMLInputElement): void => {
    draft.setValue(input.value);
    window.clearTimeout(timer.current);
    if (isTyping.current) timer.current = window.setTimeout(() => report(input), pauseMillis);
    else report(input);
  };
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void => {
    if (key === 'Enter') report(currentTarget);
    else isTyping.current = true;
  };
  const leave = ({ target }: FocusEvent<HTMLInputElement>): void => {
    if (report(target)) return;
    // Half a date counts as empty, so React would not notice it.
    target.value = '';
    draft.setValue(draft.lastAsked);
  };
  return (
    <TextField
      {...field}
      data-day-field=""
      type="date"
      required={required}
      min={min}
      max={max}
      value={draft.value}
      onKeyDown={onKeyDown}
      onChange={({ target }) => type(target)}
      onBlur={leave}
    />
  );
}
