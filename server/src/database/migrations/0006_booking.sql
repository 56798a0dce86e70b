-- Booking and holding a time, each in one round trip (docs/decisions/0039-a-booking-is-one-statement.md).

-- A time that a person wants to book.
CREATE TYPE wanted_time AS (holder_id uuid, calendar_id uuid, day date, starts_at timestamptz, busy_until timestamptz);
--> statement-breakpoint
-- For each: ends what its holder holds in that calendar on that day, the holds there that are over, and what is offered to the
-- holder at that time. The offer itself ends at the commit, as accepted if this is the slot.
CREATE FUNCTION end_holds(wanted wanted_time[], at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  w wanted_time;
BEGIN
  FOREACH w IN ARRAY wanted LOOP
    -- Others delete the same holds, after they have locked the calendar.
    PERFORM FROM calendars WHERE id = w.calendar_id FOR NO KEY UPDATE;
    DELETE FROM busy_times t
      WHERE t.kind IN ('hold', 'offer') AND t.day = w.day AND t.calendar_id = w.calendar_id AND (
        t.kind = 'hold' AND (t.holder_id = w.holder_id OR t.expires_at <= at)
        OR t.kind = 'offer' AND t.holder_id = w.holder_id AND t.starts_at < w.busy_until AND t.busy_until > w.starts_at);
  END LOOP;
END $$;
--> statement-breakpoint
-- Makes a calendar busy at a time, unless it is; returns whether it was free. First it ends the holds there that are over, and what
-- `holder` has there (`end_holds`).
CREATE FUNCTION claim_time(wanted busy_times, holder uuid, at timestamptz) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  PERFORM end_holds(
    ARRAY[ROW(holder, wanted.calendar_id, wanted.day, wanted.starts_at, wanted.busy_until)::wanted_time], at);
  IF EXISTS (SELECT FROM last_busy_before(wanted.calendar_id, wanted.busy_until, wanted.id) t WHERE t.busy_until > wanted.starts_at) THEN
    RETURN false;
  END IF;
  INSERT INTO busy_times SELECT wanted.* ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;
--> statement-breakpoint
-- The fields of a booking that `record_bookings` is given. With the row type of the table, PostgreSQL would copy the table's
-- constraints in each statement that reads an array of it: a quarter of the time that a booking alone needs.
CREATE TYPE wanted_booking AS (id uuid, option_id uuid, treatment_id uuid, calendar_id uuid, patient_id uuid, treated_id uuid,
  treatment_name text, doctor_name text, patient_name text, phone text, day date,
  start_minute smallint, minutes smallint, buffer_minutes smallint, starts_at timestamptz, ends_at timestamptz,
  price_minor int, currency text, payment text, pay_within_minutes smallint, free_cancellation_hours smallint,
  pay_by timestamptz, visit_reason text, booked_at timestamptz, changed_at timestamptz, changed_by uuid, changed_as text,
  change_reason text, series_id uuid);
--> statement-breakpoint
CREATE FUNCTION busy_until(booking wanted_booking) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT booking.ends_at + booking.buffer_minutes * interval '1 minute'
$$;
--> statement-breakpoint
CREATE FUNCTION overlap_in_calendar(one wanted_booking, other wanted_booking) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT one.calendar_id = other.calendar_id AND one.starts_at < busy_until(other) AND other.starts_at < busy_until(one)
$$;
--> statement-breakpoint
-- Books times, each with its events and messages, or returns what is against it (`recordBooking` in features/booking/record-booking.ts): an
-- object with an outcome for each id. Bookings of one moment share a transaction, because a round trip and a commit cost more
-- than all that is done for one of them. They succeed or fail each by itself, and no two are of one patient. First it locks all that they
-- can conflict in, in one order, so that two of these transactions do not wait for each other in a circle. Then it decides, and then it
-- writes what nothing is against. Large tables are read in subqueries for each row, which use an index whatever
-- the planner thinks of their size; a join might read all of the table.
CREATE FUNCTION record_bookings(request jsonb) RETURNS jsonb LANGUAGE plpgsql
  -- Planning these statements for every length of the arrays costs as much as executing them for one booking.
  SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
DECLARE
  wanted wanted_booking[] := ARRAY(SELECT b FROM jsonb_populate_recordset(NULL::wanted_booking, request->'bookings') AS b);
  waits boolean := request->>'waits';
  most_unpaid int := request->>'mostUnpaid';
  -- Whose holds end; without it, each patient's own.
  holder uuid := request->>'holderId';
  outcomes jsonb := '{}';
  refused jsonb;
  one wanted_booking;
  plan_changed boolean;
  any_held boolean;
  booked uuid[] := '{}';
  is_key_used boolean;
BEGIN
  -- From a plan that was known before, this is the whole transaction, and the node notifies after it.
  IF request ? 'planned' THEN
    PERFORM set_config('openhours.notifies_later', 'on', true);
  END IF;
  -- The hours stay as they are until the transaction ends, and the patients' other bookings wait (`lockForBooking`). Bookings that
  -- share a transaction must not wait long for what only one of them needs: one whose patient is busy gets no outcome, and
  -- if another transaction keeps one of the calendars or the people, all fail soon. Then each is tried again by itself.
  IF NOT waits THEN
    PERFORM set_config('lock_timeout', '250ms', true);
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtext('openhours'), hashtext('timetable'));
  IF waits THEN
    PERFORM pg_advisory_xact_lock(hashtext('booking-patient'), hashtext(w.patient_id::text)) FROM unnest(wanted) w;
  ELSE
    wanted := ARRAY(SELECT w FROM unnest(wanted) w
      WHERE pg_try_advisory_xact_lock(hashtext('booking-patient'), hashtext(w.patient_id::text)));
  END IF;
  -- Nobody else writes appointments for these people or in these calendars until the transaction ends (`0001_constraints.sql`),
  -- and a transaction that deletes the account or the person treated waits for this one and sees its booking, or commits first
  -- and is seen below. The account is locked first, as `erasePerson` does.
  PERFORM (SELECT p.id FROM people p WHERE p.id = w.patient_id FOR KEY SHARE) FROM unnest(wanted) w
    WHERE w.patient_id <> w.treated_id;
  PERFORM (SELECT p.id FROM people p WHERE p.id = w.treated_id FOR NO KEY UPDATE)
    FROM (SELECT DISTINCT treated_id FROM unnest(wanted) ORDER BY treated_id) w;
  PERFORM (SELECT c.id FROM calendars c WHERE c.id = w.calendar_id FOR NO KEY UPDATE)
    FROM (SELECT DISTINCT calendar_id FROM unnest(wanted) ORDER BY calendar_id) w;
  plan_changed := plan_has_changed((request->>'planned')::pg_snapshot);

  -- What is against each of them, and whether anybody holds a time on one of their days. With OFFSET 0, PostgreSQL finds it
  -- out once for each, and not again wherever it is used. One whose time somebody else holds gets no outcome if it shares the
  -- transaction: whoever holds it may be among them, and their hold ends with their booking.
  SELECT coalesce(array_agg(w) FILTER (WHERE outcome IS NULL), '{}'), bool_or(outcome IS NULL AND EXISTS (
      SELECT FROM busy_times t WHERE t.kind IN ('hold', 'offer') AND t.calendar_id = (w).calendar_id AND t.day = (w).day OFFSET 0)),
      coalesce(jsonb_object_agg((w).id, outcome) FILTER (WHERE outcome <> '{}'), '{}')
    INTO wanted, any_held, outcomes
    FROM (
      SELECT w, CASE
        WHEN stored IS NOT NULL THEN jsonb_build_object('stored', stored)
        WHEN plan_changed THEN '{"against": "changed"}'
        -- Only for what patients book themselves: staff book a course of treatments at once. The same limit applies to
        -- appointments that cost nothing. Otherwise one patient could take every slot that costs nothing.
        WHEN (w).changed_as = 'patient' AND most_unpaid <= (
          SELECT count(*) FROM bookings b
          WHERE b.patient_id = (w).patient_id AND b.starts_at > (w).booked_at AND b.state <> 'cancelled'
            AND booked_as(b) = 'patient'
            AND CASE WHEN (w).price_minor > 0
              THEN b.price_minor > 0
                AND NOT EXISTS (SELECT FROM payments p WHERE p.booking_id = b.id AND p.state IN ('paid', 'on-hold'))
              ELSE b.price_minor = 0 END
        ) THEN '{"against": "unpaid"}'
        -- A transaction that closes the option waits for this one and sees its booking, or commits first and is seen here.
        WHEN NOT EXISTS (SELECT FROM appointment_options o WHERE o.id = (w).option_id AND o.open FOR KEY SHARE)
          OR NOT EXISTS (SELECT FROM people p WHERE p.id = (w).patient_id AND p.deleted_at IS NULL)
          OR (w).treated_id <> (w).patient_id
            AND NOT EXISTS (SELECT FROM people p WHERE p.id = (w).treated_id AND p.deleted_at IS NULL)
          THEN '{"against": "closed"}'
        WHEN busy = 'held' AND NOT waits THEN '{}'
        WHEN busy IS NOT NULL THEN '{"against": "no_overlap_in_calendar"}'
        WHEN EXISTS (SELECT FROM bookings b
            WHERE b.treated_id = (w).treated_id AND b.treatment_id = (w).treatment_id AND b.day = (w).day AND b.state <> 'cancelled')
          THEN '{"against": "one_live_booking_per_treatment_and_day"}'
        WHEN EXISTS (SELECT FROM last_treated_before((w).treated_id, (w).ends_at, (w).id) b WHERE b.ends_at > (w).starts_at)
          THEN '{"against": "patient_in_one_place"}'
        END::jsonb AS outcome
      FROM (
        SELECT w, (
          SELECT (SELECT jsonb_build_object('requestHash', k.request_hash, 'outcome', k.outcome) FROM idempotency_keys k
            WHERE k.caller = g.caller AND k.call = g.call AND k.key = g.key)
          FROM jsonb_to_recordset(request->'keys') AS g(id uuid, caller text, call text, key text) WHERE g.id = w.id
        ) AS stored, CASE WHEN EXISTS (SELECT FROM last_busy_before(w.calendar_id, busy_until(w), w.id) t WHERE t.busy_until > w.starts_at)
        THEN (
          SELECT CASE WHEN bool_and(t.kind IN ('hold', 'offer')) THEN 'held' WHEN count(*) > 0 THEN 'taken' END
          FROM busy_between(w.calendar_id, w.starts_at, busy_until(w)) t
          -- Those that end with the booking (`end_holds`) are not in its way.
          WHERE NOT (t.day = w.day AND (
            t.kind = 'hold' AND (t.holder_id = coalesce(holder, w.patient_id) OR t.expires_at <= w.booked_at)
            OR t.kind = 'offer' AND t.holder_id = coalesce(holder, w.patient_id)))
        ) END AS busy
        FROM unnest(wanted) w OFFSET 0
      ) AS asked OFFSET 0
    ) AS judged;

  -- Of those that want the same time or are for the same person, the first is booked. The others are refused if that takes
  -- their time; otherwise they get no outcome.
  IF request ? 'rivals' THEN
    WITH rivals AS MATERIALIZED (
      SELECT w, EXISTS (SELECT FROM unnest(wanted) e WHERE e.id < w.id AND (e.treated_id = w.treated_id
        OR overlap_in_calendar(e, w))) AS is_late
      FROM unnest(wanted) w
    )
    SELECT coalesce(array_agg(w) FILTER (WHERE NOT is_late), '{}'),
        jsonb_object_agg((w).id, '{"against": "no_overlap_in_calendar"}'::jsonb) FILTER (WHERE is_late AND EXISTS (
          SELECT FROM rivals e WHERE NOT e.is_late AND overlap_in_calendar(e.w, rivals.w)))
      INTO wanted, refused FROM rivals;
    outcomes := outcomes || coalesce(refused, '{}');
  END IF;
  IF cardinality(wanted) = 0 THEN
    RETURN outcomes;
  END IF;

  IF any_held THEN
    PERFORM end_holds(
      ARRAY(SELECT ROW(coalesce(holder, w.patient_id), w.calendar_id, w.day, w.starts_at, busy_until(w))::wanted_time
        FROM unnest(wanted) w),
      (SELECT max(w.booked_at) FROM unnest(wanted) w));
  END IF;
  INSERT INTO busy_times (id, kind, booking_id, calendar_id, day, start_minute, starts_at, busy_until)
    SELECT w.id, 'booking', w.id, w.calendar_id, w.day, w.start_minute, w.starts_at, busy_until(w) FROM unnest(wanted) w;
  -- Each try draws a new reference (the default) for those whose reference was in use.
  WHILE cardinality(booked) < cardinality(wanted) LOOP
    WITH inserted AS (
      INSERT INTO bookings (id, option_id, treatment_id, calendar_id, patient_id, treated_id, treatment_name, doctor_name,
          patient_name, phone, day, start_minute, minutes, buffer_minutes, starts_at, ends_at,
          price_minor, currency, payment, pay_within_minutes, free_cancellation_hours, pay_by, visit_reason, booked_at,
          changed_at, changed_by, changed_as, change_reason, series_id, email)
        -- The account is locked. Its address may have been changed since the request was read.
        SELECT w.*, coalesce((SELECT p.email FROM people p WHERE p.id = w.patient_id AND p.email LIKE '%@%'), '')
        FROM unnest(wanted) w WHERE w.id <> ALL (booked)
        ON CONFLICT (reference) DO NOTHING RETURNING id, reference
    )
    SELECT booked || array_agg(id), outcomes || coalesce(jsonb_object_agg(id, jsonb_build_object('reference', reference)), '{}')
      INTO booked, outcomes FROM inserted;
  END LOOP;

  -- The number is saved for the next booking. Two numbers are changed by their owner only: a confirmed one, to which text
  -- messages go, and that of somebody with a second factor, because the clinic may call it before it resets that. If the
  -- person treated has a number of their own, the one that staff book with is not the number of whoever looks after them.
  FOREACH one IN ARRAY wanted LOOP
    CONTINUE WHEN one.phone = '';
    UPDATE people SET phone = one.phone, updated_at = one.booked_at
      WHERE id = one.patient_id AND phone IS DISTINCT FROM one.phone AND deleted_at IS NULL AND phone_confirmed_at IS NULL
        AND NOT two_factor_enabled AND (one.changed_as = 'patient' OR NOT EXISTS (
          SELECT FROM people t WHERE t.id = one.treated_id AND t.id <> one.patient_id AND t.phone IS NOT NULL));
  END LOOP;
  PERFORM publish_live_events((
    SELECT jsonb_agg(item) FROM (
      SELECT DISTINCT slots_event(w.day) AS item FROM unnest(wanted) w
      UNION ALL
      SELECT jsonb_build_object('audience', w.patient_id, 'event', jsonb_build_object('type', 'booking', 'bookingId', w.id))
        FROM unnest(wanted) w
    ) AS events));
  INSERT INTO outgoing_messages (id, kind, channel, person_id, address, about, queued_at, due_at, not_after, try_until)
    SELECT m.id, kind, channel, person_id, address, about, queued_at, due_at, not_after, try_until
    FROM jsonb_to_recordset(request->'messages') AS m(booking uuid, id uuid, kind text, channel text, person_id uuid,
      address text, about jsonb, queued_at timestamptz, due_at timestamptz, not_after timestamptz, try_until timestamptz)
    WHERE m.booking = ANY (booked);
  IF request ? 'keys' THEN
    WITH given AS (
      SELECT * FROM jsonb_to_recordset(request->'keys') AS given(id uuid, caller text, call text, key text, request_hash text)
      WHERE id = ANY (booked)
    ), stored AS (
      INSERT INTO idempotency_keys (caller, call, key, request_hash, outcome)
        SELECT caller, call, key, request_hash, outcomes->id::text || jsonb_build_object('kind', 'booked', 'bookingId', id)
        FROM given ON CONFLICT DO NOTHING RETURNING 1
    )
    SELECT count(*) > (SELECT count(*) FROM stored) INTO is_key_used FROM given;
    IF is_key_used THEN
      -- Whoever tries again finds the refusal, which takes no lock.
      RAISE serialization_failure USING MESSAGE = 'another attempt with this Idempotency-Key was refused meanwhile';
    END IF;
  END IF;
  RETURN outcomes;
END $$;
--> statement-breakpoint
-- Holds times for people (`recordHolds` in features/booking/hold-store.ts). Returns an outcome for each request, in their order: the
-- hold, or what is against it; then the person's other holds stay. If they hold the slot already, or are offered the time, that hold
-- or offer is returned with its own end: only a booking ends an offer. Holds of one moment share a transaction, as bookings do, and
-- what they can conflict in is locked first. Unless `waits`, none may wait long for a lock: if one has to, all fail, and each is tried
-- again by itself.
CREATE FUNCTION record_holds(requests jsonb, waits boolean) RETURNS jsonb LANGUAGE plpgsql
  SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
DECLARE
  request jsonb;
  wanted busy_times;
  theirs busy_times;
  at timestamptz;
  against text;
  too_many uuid[];
  outcomes jsonb := '[]';
BEGIN
  PERFORM set_config('openhours.notifies_later', 'on', true);
  IF NOT waits THEN
    PERFORM set_config('lock_timeout', '250ms', true);
  END IF;
  -- As `lockForBooking`, so that nobody holds too many by asking for several at once.
  PERFORM pg_advisory_xact_lock_shared(hashtext('openhours'), hashtext('timetable'));
  PERFORM pg_advisory_xact_lock(hashtext('booking-patient'), hashtext(holder_id))
    FROM (SELECT DISTINCT r->'hold'->>'holder_id' AS holder_id FROM jsonb_array_elements(requests) AS r ORDER BY 1) AS h;
  PERFORM (SELECT c.id FROM calendars c WHERE c.id = w.calendar_id FOR NO KEY UPDATE) FROM (
    SELECT DISTINCT (r->'hold'->>'calendar_id')::uuid AS calendar_id FROM jsonb_array_elements(requests) AS r ORDER BY 1
  ) AS w;
  FOR request IN SELECT * FROM jsonb_array_elements(requests) LOOP
    wanted := jsonb_populate_record(NULL::busy_times, request->'hold');
    at := request->>'now';
    against := CASE
      WHEN plan_has_changed((request->>'planned')::pg_snapshot) THEN 'changed'
      -- The hold will end with the session.
      WHEN NOT EXISTS (SELECT FROM sessions s WHERE s.id = wanted.session_id FOR KEY SHARE) THEN 'signed-out'
    END;
    SELECT t.* INTO theirs FROM busy_times t
      WHERE t.day = wanted.day AND t.calendar_id = wanted.calendar_id AND t.holder_id = wanted.holder_id
        AND (t.kind = 'offer' AND t.starts_at <= wanted.starts_at AND t.busy_until >= wanted.busy_until
          OR t.kind = 'hold' AND t.start_minute = wanted.start_minute AND t.option_id = wanted.option_id AND t.expires_at > at);
    IF against IS NULL AND theirs.id IS NULL THEN
      -- One hold in a calendar and day: the person's own ends with this one, and those that are over end too.
      IF EXISTS (SELECT FROM busy_between(wanted.calendar_id, wanted.starts_at, wanted.busy_until) t
          WHERE NOT (t.kind = 'hold' AND t.day = wanted.day AND (t.holder_id = wanted.holder_id OR t.expires_at <= at))) THEN
        against := 'busy';
      ELSE
        -- Usually nobody holds anything there, and looking costs less than a statement that deletes nothing.
        IF EXISTS (SELECT FROM busy_times t WHERE t.kind = 'hold' AND t.calendar_id = wanted.calendar_id AND t.day = wanted.day) THEN
          DELETE FROM busy_times t
            WHERE t.kind = 'hold' AND t.day = wanted.day AND t.calendar_id = wanted.calendar_id
              AND (t.holder_id = wanted.holder_id OR t.expires_at <= at);
        END IF;
        -- Only so many in all: the oldest elsewhere end. With OFFSET 0, PostgreSQL finds this person's holds first, and does not read
        -- everybody's in the order in which they expire.
        too_many := ARRAY(
          SELECT id FROM (SELECT id, expires_at FROM busy_times WHERE kind = 'hold' AND holder_id = wanted.holder_id OFFSET 0) AS held
          WHERE expires_at > at
          ORDER BY expires_at DESC, id DESC OFFSET (request->>'mostHolds')::int - 1);
        IF too_many <> '{}' THEN
          DELETE FROM busy_times WHERE id = ANY (too_many);
        END IF;
        INSERT INTO busy_times SELECT wanted.*;
        PERFORM publish_live_events(jsonb_build_array(slots_event(wanted.day) || jsonb_build_object('exceptFor', wanted.holder_id)));
        theirs := wanted;
      END IF;
    END IF;
    outcomes := outcomes || CASE WHEN against IS NULL
      THEN jsonb_build_object('id', theirs.id, 'expiresAt', theirs.expires_at)
      ELSE jsonb_build_object('against', against) END;
  END LOOP;
  RETURN outcomes;
END $$;
