/** An indeterminate progress bar: a thin line at the top of the window. */
export function ProgressBar({ label = 'Loading…' }: { label?: string }) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      className="fixed inset-x-0 top-0 z-50 h-1 animate-fade-in overflow-hidden bg-pine-soft"
    >
      <div className="absolute inset-y-0 start-0 w-2/5 animate-progress rounded-full bg-pine rtl:[--onwards:-1] motion-reduce:w-full" />
    </div>
  );
}
