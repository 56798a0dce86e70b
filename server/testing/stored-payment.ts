import type pg from 'pg';

/** Stores a payment of the price of a booking by card, with its order, as settling leaves them. */
export async function storePayment(
  pool: pg.Pool,
  { bookingId, state }: { bookingId: string; state: 'paid' | 'on-hold' },
): Promise<void> {
  await pool.query(
    `with ordered as (
       insert into payment_orders (id, booking_id, via, provider, amount_minor, currency, state, created_at, ask_at)
       select gen_random_uuid(), id, 'card', 'stripe', price_minor, currency, 'closed', now(), now()
       from bookings where id = $1 returning *)
     insert into payments (id, booking_id, order_id, via, provider, transaction_id, amount_minor, currency,
       taken_minor, taken_currency, state, paid_at, settled_at)
     select gen_random_uuid(), booking_id, id, via, provider, 'pi_' || booking_id, amount_minor, currency,
       amount_minor, currency, $2, now(), now()
     from ordered`,
    [bookingId, state],
  );
}
