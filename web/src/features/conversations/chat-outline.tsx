import { Skeleton } from '../../ui/skeleton.tsx';

/** The list beside the open conversation. Small windows show one of the two at a time. */
export const chatLook =
  'grid min-h-0 grow grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[minmax(14rem,19rem)_minmax(0,1fr)]';

/** The placeholder of the chat, in its final size. */
export function ChatOutline() {
  return (
    <div className={`${chatLook} max-md:auto-rows-fr`}>
      <Skeleton className="h-18.5 rounded-card! max-md:hidden" />
      <Skeleton className="min-h-64 rounded-card!" />
    </div>
  );
}
