import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'regular' | 'small' | 'large';

const base =
  'relative inline-flex max-w-full shrink-0 items-center justify-center sm:in-[td]:whitespace-nowrap gap-2 rounded-control border font-semibold no-underline ' +
  'select-none text-center ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-faint disabled:shadow-none ' +
  'aria-busy:cursor-progress';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-pine text-on-pine shadow-card hover:bg-pine-strong active:bg-pine-strong',
  secondary: 'border-line-strong bg-surface text-ink hover:border-pine hover:text-pine active:bg-pine-soft',
  quiet:
    'border-transparent text-pine hover:bg-pine-soft active:bg-pine-soft disabled:border-transparent disabled:bg-transparent',
  danger: 'border-transparent bg-danger text-on-danger shadow-card hover:bg-danger-strong active:bg-danger-strong',
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-11 px-3.5 text-sm',
  regular: 'min-h-11 px-5 text-base',
  large: 'min-h-13 px-7 text-lg large-text:px-3',
};

/** The look of buttons and link buttons. Small is for dense rows: narrower, but as tall. */
export function buttonLook({
  variant = 'primary',
  size = 'regular',
  className,
}: {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  className?: string | undefined;
}): string {
  return classNames(base, variants[variant], sizes[size], className);
}
