import { productName } from '../product-name.ts';
import { Anchor } from '../ui/anchor.tsx';
import { classNames } from '../ui/class-names.ts';

/** A clock face whose ring is thick from nine to five: the hours in which the clinic is open. */
export function BrandMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={classNames('size-8', className)}>
      <circle cx="16" cy="16" r="12" stroke="currentColor" strokeWidth="4" opacity="0.22" />
      <path d="M4 16a12 12 0 1 1 18 10.39" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
      <path
        d="M16 10.5v6l3.5 2.4"
        className="stroke-amber"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The mark takes the brand's colour, except on a dark ground, where it takes the text's. */
export function Brand({ className, onDark }: { className?: string; onDark?: boolean }) {
  return (
    <Anchor
      href="/"
      className={classNames(
        'inline-flex min-h-11 items-center gap-2.5 rounded-control text-xl font-bold tracking-tight',
        className,
      )}
    >
      <BrandMark className={onDark ? undefined : 'text-pine'} />
      <span className="truncate">{productName()}</span>
    </Anchor>
  );
}
