import type pg from 'pg';

/** Those that begin before another one of the same calendar or person has ended. Adjacent ones do not overlap. */
const OVERLAPS = `
  with times as (
    select 'calendar ' || calendar_id as place, id, starts_at, busy_until as ends_at from busy_times where kind <> 'hold'
    union all
    select 'person ' || treated_id, id, starts_at, ends_at from bookings where state <> 'cancelled'),
  beside as (
    select *, max(ends_at) over (partition by place order by starts_at, id rows between unbounded preceding and 1 preceding) as busy_until
    from times)
  select coalesce('appointment ' || b.reference, format('what %s has on %s at %s', coalesce(p.name, 'the clinic'), s.day,
    to_char(s.start_minute * interval '1 minute', 'HH24:MI'))) as what, min(t.starts_at) as starts_at
  from beside t
    left join bookings b on b.id = t.id
    left join busy_times s on s.id = t.id
    left join people p on p.id = s.calendar_id
  where t.starts_at < t.busy_until group by 1 order by 2, 1`;

/**
 * What overlaps an earlier appointment or block, in a calendar or for a person. Triggers refuse that, but they do not see the rows that
 * a restore loads.
 */
export async function listOverlaps(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ what: string }>(OVERLAPS);
  return rows.map(({ what }) => what);
}
