/**
 * The looping animation of a loading page: 800 × 600, 30 frames a second (see `.loading-hand` in styles.css), in a box
 * of fixed size. It does not move for people who prefer reduced motion.
 *
 * @param note announced and shown below instead of 'Loading…', for example after a delay
 */
export function LoadingAnimation({ note }: { note?: string | undefined }) {
  return (
    <div role="status" className="relative mx-auto aspect-4/3 w-full max-w-200">
      <p
        className={
          note
            ? 'absolute inset-x-4 bottom-0 text-center text-sm leading-snug text-muted sm:bottom-[8%] sm:text-base'
            : 'sr-only'
        }
      >
        {note ?? 'Loading…'}
      </p>
      <svg viewBox="0 0 800 600" fill="none" aria-hidden="true" className="size-full text-pine">
        <circle cx="400" cy="270" r="96" className="fill-surface stroke-line" strokeWidth="2" />
        <circle cx="400" cy="270" r="76" stroke="currentColor" strokeWidth="10" opacity="0.16" />
        <path d="M324 270a76 76 0 1 1 114 65.8" stroke="currentColor" strokeWidth="10" strokeLinecap="round" />
        <path className="loading-hand" d="M400 270V222" stroke="currentColor" strokeWidth="9" strokeLinecap="round" />
        <circle cx="400" cy="270" r="8" className="fill-amber" />
        <path d={pulse} className="stroke-line" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round" />
        <path
          d={pulse}
          pathLength="1000"
          className="loading-pulse stroke-pine"
          strokeWidth="5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </div>
  );
}

const pulse = 'M200 450h130l16-22 18 44 24-84 26 104 18-52 12 10h156';
