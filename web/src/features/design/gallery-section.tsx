import { type ReactNode, useId } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** A section of the gallery: its examples twice, with separate state, light and dark. */
export function GallerySection({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-6 border-t border-line pt-10">
      <div>
        <h2 id={id} className="text-title">
          {title}
        </h2>
        <p className="mt-2 max-w-2xl text-muted">{intro}</p>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
        {(['light', 'dark'] as const).map((theme) => (
          <div
            key={theme}
            role="group"
            aria-label={`${title}, ${theme}`}
            className={classNames(
              theme,
              'grid grid-cols-[minmax(0,1fr)] content-start gap-6 rounded-panel border border-line bg-paper p-4 text-ink sm:p-6',
            )}
          >
            {children}
          </div>
        ))}
      </div>
    </section>
  );
}

/** A component in some states, with a caption. @param className lays out the states */
export function Example({
  caption,
  className = 'flex flex-wrap items-center gap-3',
  children,
}: {
  caption: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <figure className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <figcaption className="text-sm text-muted">{caption}</figcaption>
      <div className={className}>{children}</div>
    </figure>
  );
}
