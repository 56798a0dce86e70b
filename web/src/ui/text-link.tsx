import type { ComponentProps } from 'react';
import { Anchor, type AnchorProps } from './anchor.tsx';
import { classNames } from './class-names.ts';

const look =
  'inline-flex min-h-6 items-center rounded-sm font-semibold text-pine underline decoration-pine/40 underline-offset-4 hover:decoration-pine';

/** A link inside or next to text. */
export function TextLink({ className, ...rest }: AnchorProps) {
  return <Anchor {...rest} className={classNames(look, className)} />;
}

/** A button that looks like a link, for a name that opens a dialog about it. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button {...rest} type="button" className={classNames(look, className)} />;
}
