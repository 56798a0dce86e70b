import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { useSignedInUser } from '../../api/session-query.ts';
import { useAddress, useHistory } from '../../router.tsx';
import { type Booked, bookedAgain, bookedIdIn, withBookedId } from './booked.ts';

/**
 * The booking that was just made on this page. Its id is in the state of the history entry, so that it is shown again after a
 * reload and when the browser goes back to the page, for example from the payment page.
 * @param isOpen whether the booking dialog is, which has a history entry of its own
 */
export function useBooked({ isOpen }: { isOpen: boolean }): {
  booked: Booked | undefined;
  /** Whether it was made since the page was opened. */
  isNew: boolean;
  show: (made: Booked) => void;
  hide: () => void;
} {
  const history = useHistory();
  const { email } = useSignedInUser();
  const { state } = useAddress();
  const [made, setMade] = useState<Booked>();
  const isRecorded = useRef(true);
  const record = useCallback(
    (bookedId: string | undefined): void => {
      const { pathname, search, hash, state } = history.place;
      if (bookedIdIn(state) !== bookedId) history.replace(pathname + search + hash, withBookedId(state, bookedId));
    },
    [history],
  );
  useEffect(() => {
    if (!made || isOpen || isRecorded.current) return;
    isRecorded.current = true;
    record(made.bookingId);
  }, [made, isOpen, record]);

  const id = bookedIdIn(state);
  const isNew = made !== undefined && made.bookingId === id;
  const loaded = useQuery({
    ...api.booking.one.queryOptions({ input: { id: id ?? '' } }),
    enabled: id !== undefined && !isNew,
  });
  const again = id !== undefined && loaded.data ? bookedAgain(loaded.data, email) : undefined;
  const show = useCallback((one: Booked): void => {
    isRecorded.current = false;
    setMade(one);
  }, []);
  const hide = useCallback((): void => record(undefined), [record]);
  return { booked: isNew ? made : again, isNew, show, hide };
}
