import { clinicLogo, WhenClinic } from '../clinic/facts.tsx';
import { productName } from '../clinic/name.ts';
import { href } from '../pages.ts';
import { Anchor } from '../ui/anchor.tsx';
import { classNames } from '../ui/class-names.ts';

/** The logo: a clock face whose ring is thick from nine to five, the opening hours. */
function BrandMark({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={classNames('size-8 shrink-0', className)}>
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

function Logo({ className }: { className?: string }) {
  return (
    <>
      <WhenClinic is="noLogo">
        <BrandMark className={className} />
      </WhenClinic>
      <WhenClinic is="logo">
        {/* Lazy, so that React adds no preload. Without a logo, the preload would have no address. */}
        <img src={clinicLogo()} alt="" loading="lazy" className="size-8 shrink-0 rounded-sm object-contain" />
      </WhenClinic>
    </>
  );
}

const look = 'min-h-11 items-center gap-2.5 text-xl font-bold tracking-tight';

/** The logo and the clinic's name, as a link to the first page. */
export function Brand({ className }: { className?: string }) {
  return (
    <Anchor href={href.home()} className={classNames('inline-flex rounded-control', look, className)}>
      <Logo className="text-pine" />
      <span className="line-clamp-2 leading-tight wrap-anywhere large-text:sr-only">{productName()}</span>
    </Anchor>
  );
}

/** The same on a dark background. Not a link: the bar already has one. */
export function FooterBrand() {
  return (
    <p className={classNames('flex', look)}>
      <Logo />
      {productName()}
    </p>
  );
}
