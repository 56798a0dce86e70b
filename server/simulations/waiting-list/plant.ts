import { v7 as uuidv7 } from 'uuid';
import type { SimulatedClinic } from './clinic.ts';

/** Mistakes that the verdict has to see, each made once in the tables after a look, and the fault that it has to name. */
export const PLANTED = [
  { planted: 'out of order', fault: 'out of order' },
  { planted: 'forgotten', fault: 'free while somebody waits' },
  { planted: 'given twice', fault: 'a slot with two people' },
  { planted: 'lost', fault: 'an offer that was lost' },
] as const;
export type Planted = (typeof PLANTED)[number]['planted'];

/**
 * Makes a mistake in the tables, against their rules, with an offer that is not one of `before`. Returns false if there is
 * no such offer. Some mistakes need a second person, who joined after the holder of the offer and could use its slot too.
 */
export async function plant(
  { pool, rows, today }: SimulatedClinic,
  { what, before }: { what: Planted; before: ReadonlySet<string> },
): Promise<boolean> {
  const made = await rows<{ id: string; other: string | null }>(
    `select o.id, e.id as other from waiting_list_offers o join waiting_list_entries h on h.id = o.entry_id
     left join waiting_list_entries e on e.ended_at is null and e.option_id is null and e.booking_id is null and e.times = '{}'
       and e.treatment_id = h.treatment_id and o.day between e.first_day and e.last_day
       and e.joined_at > h.joined_at and e.treated_id <> h.treated_id
       and not exists (select 1 from waiting_list_offers f where f.entry_id = e.id and f.state = 'open')
       and (select count(*) from waiting_list_offers f where f.entry_id = h.id and f.state in ('declined', 'expired')
         and f.offered_at >= $2) < 3
     where o.state = 'open' and o.id <> all($1)
     order by o.day, o.start_minute, o.calendar_id, e.joined_at desc`,
    [[...before], `${today()}T00:00:00Z`],
  );
  const needsOther = what === 'out of order' || what === 'given twice';
  const offer = made.find(({ other }) => other !== null || !needsOther);
  if (!offer) return false;
  if (what === 'out of order') {
    await pool.query(`update waiting_list_offers set entry_id = $1 where id = $2`, [offer.other, offer.id]);
    return true;
  }
  const client = await pool.connect();
  try {
    await client.query('begin');
    const triggers = async (what: 'enable' | 'disable') => {
      for (const table of ['busy_times', 'waiting_list_offers']) {
        await client.query(`alter table ${table} ${what} trigger user`);
      }
    };
    await triggers('disable');
    if (what === 'forgotten') {
      await client.query(`delete from waiting_list_offers where id = $1`, [offer.id]);
      await client.query(`delete from outgoing_messages where about ->> 'offerId' = $1`, [offer.id]);
      await client.query(`delete from busy_times where id = $1`, [offer.id]);
    }
    if (what === 'lost')
      await client.query(`update waiting_list_offers set state = 'expired' where id = $1`, [offer.id]);
    if (what === 'given twice') {
      await client.query(
        `insert into waiting_list_offers select $1, $2, option_id, calendar_id, day, start_minute, minutes, starts_at,
           ends_at, state, offered_at, expires_at from waiting_list_offers where id = $3`,
        [uuidv7(), offer.other, offer.id],
      );
    }
    await triggers('enable');
    await client.query('commit');
    return true;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
