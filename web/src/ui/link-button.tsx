import { Anchor, type AnchorProps } from './anchor.tsx';
import { type ButtonSize, type ButtonVariant, buttonLook } from './button-look.ts';

type LinkButtonProps = AnchorProps & { variant?: ButtonVariant; size?: ButtonSize };

/** A link that looks like a button, for navigation. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  return <Anchor {...rest} className={buttonLook({ variant, size, className })} />;
}
