import ArrowUp from 'lucide-react/icons/arrow-up';
import { Button } from '../../ui/button.tsx';

/** Announces posts by others. It overlays the page, so nothing moves; the live region is always present. */
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
