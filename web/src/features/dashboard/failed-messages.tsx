import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { href } from '../../pages.ts';
import { Card } from '../../ui/card.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** Tells admins that emails or text messages failed. Nothing while that is unknown, or none did. */
export function FailedMessages() {
  const input = { state: 'failed' as const, limit: 1 };
  const failed = useQuery(api.messages.list.queryOptions({ input, context: { bearer: true } }));
  if (!failed.data?.length) return null;
  return (
    <Card className="p-4.5! sm:p-6!">
      <h2 className="text-heading">Some emails or text messages could not be sent</h2>
      <p className="mt-1 text-muted">
        <TextLink href={href.messages({ state: 'failed' })}>See which and why</TextLink>, and send them again.
      </p>
    </Card>
  );
}
