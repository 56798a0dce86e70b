import type { Dashboard } from '@openhours/contract/dashboard.ts';
import { useQuery } from '@tanstack/react-query';
import MessagesSquare from 'lucide-react/icons/messages-square';
import Wallet from 'lucide-react/icons/wallet';
import { api } from '../../api/client.ts';
import { priceText } from '../../clinic/price.ts';
import { href } from '../../pages.ts';
import { WithoutData } from '../../ui/without-data.tsx';
import { OverviewOutline } from './dashboard-outline.tsx';
import { NextAppointment, NoAppointment } from './next-appointment.tsx';
import { Tile, tileListLook } from './tile.tsx';

/**
 * The next appointment, the unpaid appointments, and the number of unread messages.
 * @param isStaff doctors and admins: messages come first, without a prompt to book
 */
export function Overview({ isStaff }: { isStaff: boolean }) {
  // An appointment that has begun is no longer the next one.
  const dashboard = useQuery(api.dashboard.mine.queryOptions({ staleTime: 0, refetchInterval: 60_000 }));
  const { data } = dashboard;
  if (!data) {
    return (
      <div>
        <WithoutData
          query={dashboard}
          message="We could not load your next appointment and your messages. Please try again in a moment."
        >
          <OverviewOutline isStaff={isStaff} />
        </WithoutData>
      </div>
    );
  }
  const next = data.nextAppointment ? (
    <NextAppointment booking={data.nextAppointment} />
  ) : (
    !isStaff && <NoAppointment />
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {!isStaff && next}
      <ul className={tileListLook}>
        <MessagesTile unread={data.unread} />
        {(!isStaff || data.unpaid.count > 0) && <UnpaidTile unpaid={data.unpaid} />}
      </ul>
      {isStaff && next}
    </div>
  );
}

function UnpaidTile({ unpaid: { count, first } }: Pick<Dashboard, 'unpaid'>) {
  return (
    <Tile
      href={first && count === 1 ? href.appointment(first._id) : href.myAppointments()}
      icon={Wallet}
      label={count === 0 ? 'Nothing to pay' : count === 1 ? '1 appointment to pay' : `${count} appointments to pay`}
      highlighted={count > 0}
    >
      {first
        ? `${first.treatment}, ${first.appointmentDate}: ${priceText(first)}`
        : 'All your appointments are paid or free.'}
    </Tile>
  );
}

function MessagesTile({ unread: { messages } }: Pick<Dashboard, 'unread'>) {
  return (
    <Tile
      href={href.conversations()}
      icon={MessagesSquare}
      label={
        messages === 0 ? 'No unread messages' : messages === 1 ? '1 unread message' : `${messages} unread messages`
      }
      highlighted={messages > 0}
    >
      {messages === 0 ? 'Open your messages.' : 'Read and answer.'}
    </Tile>
  );
}
