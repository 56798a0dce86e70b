import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { sessionQuery } from '../../api/session-query.ts';

const mostShown = 99;

/** The number of the signed-in person's unread messages; nothing for 0 or when signed out. */
export function UnreadCount() {
  const email = useQuery({ ...sessionQuery, enabled: false }).data?.email;
  const { data } = useQuery(
    api.conversations.unread.queryOptions({ input: { email: email ?? '' }, enabled: email !== undefined }),
  );
  const count = data?.messages ?? 0;
  if (count === 0) return null;
  return (
    <span className="grid h-5.5 min-w-5.5 place-items-center rounded-full border-2 border-paper bg-pine px-1 text-xs leading-none font-bold text-on-pine tabular-nums">
      {count > mostShown ? `${mostShown}+` : count}
      <span className="sr-only">{count === 1 ? ' unread message' : ' unread messages'}</span>
    </span>
  );
}
