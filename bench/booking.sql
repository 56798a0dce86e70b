-- What the server sends to PostgreSQL for one booking (POST /bookings with a bearer token), in the same transactions:
-- findCallerBySession (features/identity/store.ts), then bookAppointment (features/booking/book-appointment.ts) with
-- the queries of features/schedule/store.ts and features/booking/store.ts. Taken down from the queries of a running
-- server; where one of those changes, it changes here.
--
-- Which wish: number :next_wish, then every :clients-th from there, so that no two clients meet. The arithmetic is that
-- of wishes.ts. Ids are made from numbers, because pgbench has no memory for 2000 of them; booking ids by uuidv7(),
-- which is the client's work on the server's side.
\set number :next_wish + :client_id + :clients * :turn
\set turn :turn + 1
\set cell (:number * 100003) % (12 * 48 * 725)
\set day :cell / (12 * 48)
\set option (:cell / 48) % 12
\set slot :cell % 48
\set patient :cell % 2000
\set minute 480 + 15 * :slot

select "sessions"."id", "sessions"."token", "sessions"."person_id", "sessions"."expires_at", "sessions"."ip_address",
  "sessions"."user_agent", "sessions"."created_at", "sessions"."updated_at", "people"."id", "people"."name",
  "people"."email", "people"."email_verified", "people"."image", "people"."created_at", "people"."updated_at",
  "people"."is_admin", "people"."is_doctor"
from "sessions" inner join "people" on "people"."id" = "sessions"."person_id"
where ("sessions"."id" = ('00000000-0000-7000-8001-' || lpad(:patient::text, 12, '0'))::uuid
  and "sessions"."person_id" = ('00000000-0000-7000-8000-' || lpad(:patient::text, 12, '0'))::uuid
  and "sessions"."expires_at" > now());

begin;

select "appointment_options"."id", "treatments"."id", "treatments"."name", "treatments"."price_minor",
  "treatments"."currency", "treatments"."minutes", "appointment_options"."doctor_id", "appointment_options"."doctor_name",
  "appointment_options"."doctor_photo", "appointment_options"."calendar_id", coalesce("openings", '[]')
from "appointment_options"
inner join "treatments" on "treatments"."id" = "appointment_options"."treatment_id"
left join (
  select "option_id", json_agg(
    json_build_object('opensMinute', "opening_hours"."opens_minute", 'closesMinute', "opening_hours"."closes_minute")
  ) as "openings"
  from "opening_hours"
  where "opening_hours"."weekday" = extract(isodow from :first_day::date + :day::int)::smallint
  group by "opening_hours"."option_id"
) "hours" on "hours"."option_id" = "appointment_options"."id"
where ("appointment_options"."open" = true and "treatments"."name" = 'Treatment ' || :option::text)
order by "appointment_options"."doctor_name" asc, "appointment_options"."id" asc;

select pg_advisory_xact_lock(
  hashtext('booking-patient'), hashtext('00000000-0000-7000-8000-' || lpad(:patient::text, 12, '0')));

select count(*) from "bookings"
where ("bookings"."patient_id" = ('00000000-0000-7000-8000-' || lpad(:patient::text, 12, '0'))::uuid
  and "bookings"."status" = 'confirmed' and "bookings"."paid" = false and "bookings"."price_minor" > 0
  and "bookings"."starts_at" > now());

insert into "bookings" ("id", "option_id", "treatment_id", "calendar_id", "patient_id", "treatment_name", "doctor_name",
  "doctor_photo", "patient_name", "email", "phone", "day", "start_minute", "minutes", "starts_at", "ends_at",
  "price_minor", "currency", "paid", "status", "booked_at")
values (uuidv7(), ('00000000-0000-7000-8002-' || lpad(:option::text, 12, '0'))::uuid,
  ('00000000-0000-7000-8003-' || lpad(:option::text, 12, '0'))::uuid,
  ('00000000-0000-7000-8002-' || lpad(:option::text, 12, '0'))::uuid,
  ('00000000-0000-7000-8000-' || lpad(:patient::text, 12, '0'))::uuid,
  'Treatment ' || :option::text, 'Doctor ' || :option::text, '/portraits/doctor-' || :option::text || '.svg',
  'Patient ' || :patient::text, 'patient-' || :patient::text || '@bench.example', '',
  :first_day::date + :day::int, :minute::smallint, 15,
  :first_day::date + :day::int + make_interval(mins => :minute::int),
  :first_day::date + :day::int + make_interval(mins => :minute::int + 15),
  5000, 'USD', default, default, default)
on conflict do nothing returning "id";

commit;
