import type { OutgoingMessage } from '@openhours/contract/messages.ts';
import { InstantText } from '../../clinic/instant-text.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { stateOf, wordsOf } from './message-words.ts';

/** Emails and text messages: to whom, about what, what the mail server said, and a button for the failed ones. */
export function MessagesTable({
  messages,
  busyId,
  onRetry,
}: {
  messages: readonly OutgoingMessage[];
  busyId: string | undefined;
  onRetry: (message: OutgoingMessage) => void;
}) {
  const columns: readonly TableColumn<OutgoingMessage>[] = [
    { header: 'When', inCard: 'lead', cell: ({ queuedAt }) => <InstantText at={queuedAt} /> },
    {
      header: 'To',
      cell: ({ to: { name, email, phone } }) =>
        name || email || phone ? (
          <>
            {name && (
              <span dir="auto" className="block wrap-anywhere">
                {name}
              </span>
            )}
            {phone && <span className={name ? 'block text-sm text-muted' : 'block'}>{phone}</span>}
            {email && <EmailText className={name ? 'block text-sm text-muted' : 'block'} email={email} />}
          </>
        ) : (
          <span className="text-muted">Nobody</span>
        ),
    },
    {
      header: 'About',
      cell: ({ kind, channel, said }) => (
        <>
          <span className="font-medium">{wordsOf(kind)}</span>
          {channel === 'text' && <span className="block text-sm text-muted">Text message</span>}
          {said && <span className="block text-sm wrap-anywhere text-muted">{said}</span>}
        </>
      ),
    },
    {
      header: 'State',
      cell: (message) => {
        const { _id, state, delivery, kind, to, tries, nextTryAt, can } = message;
        return (
          <div className="grid justify-items-start gap-2">
            <Badge tone={stateOf({ state, delivery }).tone}>{stateOf({ state, delivery }).label}</Badge>
            {nextTryAt && tries > 0 && (
              <span className="text-sm text-muted">
                Next try: <InstantText at={nextTryAt} />
              </span>
            )}
            {can.retry && (
              <Button variant="secondary" size="small" busy={busyId === _id} onClick={() => onRetry(message)}>
                Send again
                <span className="sr-only">
                  : {wordsOf(kind)} to {to.name || to.email || to.phone}
                </span>
              </Button>
            )}
          </div>
        );
      },
    },
  ];
  return (
    <Table
      caption="Emails and text messages, latest first"
      columns={columns}
      rows={messages}
      rowKey={({ _id }) => _id}
    />
  );
}
