import { ArrowUp } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** Says that others have posted meanwhile. It lies over the page and pushes nothing; the live region is always there. */
export function NewPosts({ count, busy, onShow }: { count: number; busy: boolean; onShow: () => void }) {
  return (
    <div role="status" className="pointer-events-none sticky top-21 z-10 grid h-0 justify-items-center">
      {count > 0 && (
        <Button
          busy={busy}
          onClick={onShow}
          className="pointer-events-auto animate-rise-in rounded-full! shadow-float!"
        >
          <ArrowUp className="size-4" aria-hidden="true" />
          {count === 1 ? '1 new post' : `${count} new posts`}
        </Button>
      )}
    </div>
  );
}
