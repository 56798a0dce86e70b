-- The one insert that a booking needs at least: the appointment and its time in the calendar, in one statement, with all
-- constraints, indexes and triggers of the real tables. No session, no opening hours, no messages, no events.
--
-- Which request: number :next_request, then every :clients-th from there, so that no two clients meet. The arithmetic is that
-- of booking-requests.ts. Ids are made from numbers, because pgbench has no memory for 2000 of them.
\set number :next_request + :client_id + :clients * :turn
\set turn :turn + 1
\set cell (:number * 100003) % (12 * 48 * 725)
\set day :cell / (12 * 48)
\set option (:cell / 48) % 12
\set slot :cell % 48
\set patient :cell % 2000
\set minute 480 + 15 * :slot

with request as (
  select uuidv7() as id,
    (select string_agg(substr('23456789CDFHJKMNPQRTWX', 1 + floor(random() * 22)::int, 1), '') from generate_series(1, 6)) as reference,
    ('00000000-0000-7000-8000-' || lpad(:patient::text, 12, '0'))::uuid as patient_id,
    ('00000000-0000-7000-8002-' || lpad(:option::text, 12, '0'))::uuid as option_id,
    ('00000000-0000-7000-8003-' || lpad(:option::text, 12, '0'))::uuid as treatment_id,
    :first_day::date + :day::int as day,
    (:first_day::date + :day::int + make_interval(mins => :minute::int)) at time zone 'UTC' as starts_at
), claimed as (
  insert into busy_times (id, kind, calendar_id, day, start_minute, starts_at, busy_until, booking_id)
  select id, 'booking', option_id, day, :minute::smallint, starts_at, starts_at + interval '15 minutes', id from request
  -- The server draws another one.
  where not exists (select from bookings where bookings.reference = request.reference)
  on conflict do nothing
  returning id
)
insert into bookings (id, reference, option_id, treatment_id, calendar_id, patient_id, treated_id, treatment_name, doctor_name,
  patient_name, email, phone, day, start_minute, minutes, starts_at, ends_at, price_minor, currency, payment,
  pay_within_minutes, free_cancellation_hours, booked_at, changed_at, changed_by, changed_as)
select id, reference, option_id, treatment_id, option_id, patient_id, patient_id, 'Treatment ' || :option::text,
  'Doctor ' || :option::text, 'Patient ' || :patient::text,
  'patient-' || :patient::text || '@bench.example', '', day, :minute::smallint, 15, starts_at,
  starts_at + interval '15 minutes', 5000, 'USD', 'at-clinic', 30, 24, now(), now(), patient_id, 'patient'
from request join claimed using (id)
on conflict do nothing;
