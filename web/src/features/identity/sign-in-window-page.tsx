import { Brand } from '../../layouts/brand.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** The sign-in window before and after the provider's pages. `oauth-pages.ts` changes the text at the end. */
export function Page({ title, waiting }: { title: string; waiting: string }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-5 p-6 text-center">
      <Brand />
      <h1 className="sr-only">{title}</h1>
      <p role="status" data-say="" className="max-w-sm text-muted">
        {waiting}
      </p>
      <span data-waiting="" className="text-pine">
        <Spinner />
      </span>
    </main>
  );
}
