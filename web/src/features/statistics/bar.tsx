import { classNames } from '../../ui/class-names.ts';

const tones = { pine: 'bg-pine', amber: 'bg-amber-ink', danger: 'bg-danger', neutral: 'bg-line-strong' } as const;
type BarTone = keyof typeof tones;

/**
 * A bar of a chart inside a table: its parts, next to the number that they show. Screen readers read the number, so the
 * bar is hidden from them.
 */
export function Bar({ parts, most }: { parts: readonly { value: number; tone: BarTone }[]; most: number }) {
  return (
    <span
      aria-hidden="true"
      className="flex h-3 w-full gap-px min-w-24 overflow-hidden rounded-full bg-sunken [print-color-adjust:exact] forced-colors:border"
    >
      {parts.map(({ value, tone }) => (
        <span
          key={tone}
          className={classNames('h-full forced-colors:bg-[CanvasText]', tones[tone])}
          style={{ width: `${most === 0 ? 0 : (100 * value) / most}%` }}
        />
      ))}
    </span>
  );
}

/** What the colours of the bars mean. */
export function Legend({ entries }: { entries: readonly { text: string; tone: BarTone }[] }) {
  return (
    <ul
      aria-hidden="true"
      className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted [print-color-adjust:exact]"
    >
      {entries.map(({ text, tone }) => (
        <li key={tone} className="flex items-center gap-2">
          <span className={classNames('size-3 rounded-full', tones[tone])} />
          {text}
        </li>
      ))}
    </ul>
  );
}
