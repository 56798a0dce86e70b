import { Brand } from '../../layouts/brand.tsx';
import { Spinner } from '../../ui/spinner.tsx';

/** What the sign-in window shows while it is not the provider's. `oauth-pages.ts` changes the sentence where it ends. */
export function SignInWindowPage({ title, say }: { title: string; say: string }) {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-5 p-6 text-center">
      <Brand />
      <h1 className="sr-only">{title}</h1>
      <p role="status" data-say="" className="max-w-sm text-muted">
        {say}
      </p>
      <span data-waiting="" className="text-pine">
        <Spinner />
      </span>
    </main>
  );
}
