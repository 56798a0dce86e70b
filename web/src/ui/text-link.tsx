import { Anchor, type AnchorProps } from './anchor.tsx';
import { classNames } from './class-names.ts';

/** A link inside or next to text. */
export function TextLink({ className, ...rest }: AnchorProps) {
  return (
    <Anchor
      {...rest}
      className={classNames(
        'inline-flex min-h-6 items-center rounded-sm font-semibold text-pine underline decoration-pine/40 underline-offset-4 hover:decoration-pine',
        className,
      )}
    />
  );
}
