CREATE TABLE "booking_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"text" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"written_by" uuid NOT NULL,
	"struck_at" timestamp with time zone,
	"struck_by" uuid,
	CONSTRAINT "note_struck_by_somebody" CHECK (("booking_notes"."struck_at" is null) = ("booking_notes"."struck_by" is null))
);
--> statement-breakpoint
CREATE TABLE "morning_summaries" (
	"day" date PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "running_late" (
	"calendar_id" uuid NOT NULL,
	"day" date NOT NULL,
	"minutes" smallint NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	"said_by" uuid NOT NULL,
	CONSTRAINT "late_once_per_calendar_and_day" PRIMARY KEY("day","calendar_id"),
	CONSTRAINT "late_by_minutes" CHECK ("running_late"."minutes" between 1 and 240)
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"subject_id" uuid,
	"subject_name" text,
	"outcome" text NOT NULL,
	"detail" text,
	"address" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "booking_history" (
	"booking_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'booked' NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" uuid,
	"changed_as" text DEFAULT 'system' NOT NULL,
	"change_reason" text,
	"day" date NOT NULL,
	"start_minute" smallint NOT NULL,
	"minutes" smallint NOT NULL,
	"doctor_name" text,
	CONSTRAINT "one_history_per_version" PRIMARY KEY("booking_id","version")
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reference" text DEFAULT (substr('23456789CDFHJKMNPQRTWX', 1 + floor(random() * 22)::int, 1) || substr('23456789CDFHJKMNPQRTWX', 1 + floor(random() * 22)::int, 1) || substr('23456789CDFHJKMNPQRTWX', 1 + floor(random() * 22)::int, 1) || substr('23456789CDFHJKMNPQRTWX', 1 + floor(random() * 22)::int, 1) || substr('23456789CDFHJKMNPQRTWX', 1 + floor(random() * 22)::int, 1) || substr('23456789CDFHJKMNPQRTWX', 1 + floor(random() * 22)::int, 1)) NOT NULL,
	"option_id" uuid NOT NULL,
	"treatment_id" uuid NOT NULL,
	"calendar_id" uuid NOT NULL,
	"patient_id" uuid NOT NULL,
	"treated_id" uuid NOT NULL,
	"treatment_name" text NOT NULL,
	"doctor_name" text,
	"patient_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"day" date NOT NULL,
	"start_minute" smallint NOT NULL,
	"minutes" smallint NOT NULL,
	"buffer_minutes" smallint DEFAULT 0 NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"price_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"payment" text DEFAULT 'at-clinic' NOT NULL,
	"pay_within_minutes" smallint DEFAULT 30 NOT NULL,
	"free_cancellation_hours" smallint DEFAULT 0 NOT NULL,
	"pay_by" timestamp with time zone,
	"visit_reason" text DEFAULT '' NOT NULL,
	"booked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"link_key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'booked' NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_by" uuid,
	"changed_as" text DEFAULT 'system' NOT NULL,
	"change_reason" text,
	"cancel_refund" text DEFAULT 'full' NOT NULL,
	CONSTRAINT "booking_reference_readable" CHECK ("reference" ~ '^[23456789CDFHJKMNPQRTWX]{6}$'),
	CONSTRAINT "booking_state_known" CHECK ("bookings"."state" in ('booked', 'arrived', 'in-progress', 'done', 'no-show', 'cancelled')),
	CONSTRAINT "booking_changed_as_known" CHECK ("bookings"."changed_as" in ('patient', 'doctor', 'clinic', 'system')),
	CONSTRAINT "booking_cancelled_with_a_reason" CHECK ("bookings"."state" <> 'cancelled' or "bookings"."change_reason" is not null),
	CONSTRAINT "booking_cancel_refund_known" CHECK ("bookings"."cancel_refund" in ('full', 'none')),
	CONSTRAINT "booking_price_not_negative" CHECK ("bookings"."price_minor" >= 0),
	CONSTRAINT "booking_payment_known" CHECK ("bookings"."payment" in ('at-booking', 'at-clinic')),
	CONSTRAINT "booking_pay_by_set" CHECK ("bookings"."payment" = 'at-clinic' or "bookings"."pay_by" is not null or "bookings"."price_minor" = 0),
	CONSTRAINT "booking_visit_reason_short" CHECK (length("bookings"."visit_reason") <= 500),
	CONSTRAINT "booking_currency_code" CHECK ("bookings"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "booking_buffer_not_negative" CHECK ("bookings"."buffer_minutes" >= 0),
	CONSTRAINT "booking_ends_after_it_starts" CHECK ("bookings"."ends_at" > "bookings"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "busy_times" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"calendar_id" uuid NOT NULL,
	"day" date NOT NULL,
	"start_minute" smallint NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"busy_until" timestamp with time zone NOT NULL,
	"booking_id" uuid,
	"expires_at" timestamp with time zone,
	"holder_id" uuid,
	"session_id" uuid,
	"option_id" uuid,
	"reason" text,
	"blocked_by" uuid,
	CONSTRAINT "busy_time_kind_known" CHECK (case "busy_times"."kind"
        when 'booking' then "busy_times"."booking_id" = "busy_times"."id"
        when 'hold' then "busy_times"."expires_at" is not null and "busy_times"."holder_id" is not null and "busy_times"."option_id" is not null
        when 'block' then "busy_times"."reason" is not null
        when 'offer' then "busy_times"."expires_at" is not null and "busy_times"."holder_id" is not null and "busy_times"."option_id" is not null
        else false end),
	CONSTRAINT "busy_time_ends_after_it_starts" CHECK ("busy_times"."busy_until" > "busy_times"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "reminder_progress" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"queued_until" timestamp with time zone NOT NULL,
	CONSTRAINT "reminder_progress_is_one_row" CHECK ("reminder_progress"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"include_treatments" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_calendar_feed_per_person" UNIQUE("person_id")
);
--> statement-breakpoint
CREATE TABLE "clinic" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"least_notice_minutes" integer DEFAULT 0 NOT NULL,
	"horizon_days" smallint DEFAULT 180 NOT NULL,
	"max_unpaid_bookings" smallint DEFAULT 10 NOT NULL,
	"payment" text DEFAULT 'at-clinic' NOT NULL,
	"pay_within_minutes" smallint DEFAULT 30 NOT NULL,
	"free_cancellation_hours" smallint DEFAULT 0 NOT NULL,
	"offer_minutes" smallint DEFAULT 15 NOT NULL,
	"name" text DEFAULT 'Openhours' NOT NULL,
	"address_lines" text[] DEFAULT '{}' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"postcode" text DEFAULT '' NOT NULL,
	"country" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"time_zone" text DEFAULT 'UTC' NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"texts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"logo_image" text,
	"require_second_factor" boolean DEFAULT false NOT NULL,
	"accent" text,
	"testimonials" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"news" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"figures" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "one_clinic" CHECK ("clinic"."id" = 1),
	CONSTRAINT "clinic_least_notice_sane" CHECK ("clinic"."least_notice_minutes" between 0 and 43200),
	CONSTRAINT "clinic_horizon_sane" CHECK ("clinic"."horizon_days" between 1 and 730),
	CONSTRAINT "clinic_max_unpaid_sane" CHECK ("clinic"."max_unpaid_bookings" between 1 and 1000),
	CONSTRAINT "clinic_payment_known" CHECK ("clinic"."payment" in ('at-booking', 'at-clinic')),
	CONSTRAINT "clinic_pay_within_sane" CHECK ("clinic"."pay_within_minutes" between 10 and 1440),
	CONSTRAINT "clinic_free_cancellation_sane" CHECK ("clinic"."free_cancellation_hours" between 0 and 720),
	CONSTRAINT "clinic_offer_minutes_sane" CHECK ("clinic"."offer_minutes" between 5 and 240),
	CONSTRAINT "clinic_accent_hex" CHECK ("clinic"."accent" ~ '^#[0-9a-f]{6}$')
);
--> statement-breakpoint
CREATE TABLE "clinic_hours" (
	"weekday" smallint NOT NULL,
	"opens_minute" smallint NOT NULL,
	"closes_minute" smallint NOT NULL,
	CONSTRAINT "one_clinic_opening_per_time" PRIMARY KEY("weekday","opens_minute"),
	CONSTRAINT "clinic_weekday_known" CHECK ("clinic_hours"."weekday" between 1 and 7),
	CONSTRAINT "clinic_opening_within_a_day" CHECK (0 <= "clinic_hours"."opens_minute" and "clinic_hours"."opens_minute" < "clinic_hours"."closes_minute" and "clinic_hours"."closes_minute" <= 1440)
);
--> statement-breakpoint
CREATE TABLE "legal_texts" (
	"kind" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "legal_text_known" CHECK ("legal_texts"."kind" in ('privacy', 'terms', 'imprint'))
);
--> statement-breakpoint
CREATE TABLE "setup_codes" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_setup_code" CHECK ("setup_codes"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"blocked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_block_per_pair" PRIMARY KEY("blocker_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "conversation_participants" (
	"conversation_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"read_number" integer DEFAULT 0 NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"active_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "one_place_per_participant" PRIMARY KEY("conversation_id","person_id"),
	CONSTRAINT "unread_not_negative" CHECK ("conversation_participants"."unread" >= 0)
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"opener_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "one_conversation_per_post_and_person" UNIQUE("post_id","opener_id"),
	CONSTRAINT "nobody_talks_to_themselves" CHECK ("conversations"."author_id" <> "conversations"."opener_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"sender_id" uuid NOT NULL,
	"text" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"hidden_at" timestamp with time zone,
	CONSTRAINT "one_message_per_number" UNIQUE("conversation_id","number")
);
--> statement-breakpoint
CREATE TABLE "demo_rows" (
	"id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"author_id" uuid NOT NULL,
	"description" text NOT NULL,
	"image" text,
	"posted_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"hidden_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"person_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_account_per_identity" UNIQUE("provider_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"aaguid" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_passkey_per_credential" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"is_doctor" boolean DEFAULT false NOT NULL,
	"is_front_desk" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp with time zone,
	"phone" text,
	"phone_confirmed_at" timestamp with time zone,
	"date_of_birth" date,
	"guardian_id" uuid,
	"relation" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	CONSTRAINT "one_person_per_email" UNIQUE("email"),
	CONSTRAINT "confirmed_phone_is_known" CHECK ("people"."phone_confirmed_at" is null or "people"."phone" is not null),
	CONSTRAINT "person_relation_known" CHECK ("people"."relation" in ('child', 'parent', 'partner', 'other')),
	CONSTRAINT "person_looked_after_has_no_account" CHECK (("people"."guardian_id" is null) = ("people"."relation" is null) and
        ("people"."guardian_id" is null or "people"."email" not like '%@%')),
	CONSTRAINT "person_without_address_has_no_role" CHECK ("people"."email" like '%@%' or not ("people"."is_admin" or "people"."is_doctor" or "people"."is_front_desk")),
	CONSTRAINT "deleted_person_has_nothing_left" CHECK ("people"."deleted_at" is null or ("people"."email" = 'deleted:' || "people"."id"::text and "people"."image" is null and "people"."phone" is null
        and "people"."date_of_birth" is null
        and not "people"."is_admin" and not "people"."is_doctor" and not "people"."is_front_desk"))
);
--> statement-breakpoint
CREATE TABLE "people_counts" (
	"people" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"phone" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"wrong_tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"person_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_session_per_token" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_authenticator_per_person" UNIQUE("person_id")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "image_quotas" (
	"person_id" uuid NOT NULL,
	"day" date NOT NULL,
	"uploads" integer NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "one_quota_per_person_and_day" PRIMARY KEY("person_id","day")
);
--> statement-breakpoint
CREATE TABLE "images" (
	"hash" text PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"store" text,
	"location" text,
	"thumbnail_location" text,
	"middle_location" text,
	"wanted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "image_named_by_content" CHECK ("images"."hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "image_stored_whole" CHECK (num_nulls("images"."store", "images"."location", "images"."thumbnail_location") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"secret_fingerprint" text NOT NULL,
	CONSTRAINT "one_installation" CHECK ("installation"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"code_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_invitation_per_email" UNIQUE("email"),
	CONSTRAINT "one_invitation_per_code" UNIQUE("code_hash"),
	CONSTRAINT "invitation_has_a_role" CHECK ("invitations"."role" in ('doctor', 'front-desk', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "invited_treatments" (
	"invitation_id" uuid NOT NULL,
	"treatment_id" uuid NOT NULL,
	CONSTRAINT "one_row_per_invited_treatment" PRIMARY KEY("invitation_id","treatment_id")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "live_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"audience" uuid,
	"except_for" uuid,
	"event" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clinic_message_choices" (
	"topic" text NOT NULL,
	"channel" text NOT NULL,
	"is_on" boolean NOT NULL,
	CONSTRAINT "one_choice_of_the_clinic" PRIMARY KEY("topic","channel"),
	CONSTRAINT "clinic_message_choice_channel_known" CHECK ("clinic_message_choices"."channel" in ('email', 'text'))
);
--> statement-breakpoint
CREATE TABLE "message_choices" (
	"person_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"channel" text NOT NULL,
	"is_on" boolean NOT NULL,
	CONSTRAINT "one_choice_per_person" PRIMARY KEY("person_id","topic","channel"),
	CONSTRAINT "message_choice_channel_known" CHECK ("message_choices"."channel" in ('email', 'text'))
);
--> statement-breakpoint
CREATE TABLE "message_paragraphs" (
	"kind" text PRIMARY KEY NOT NULL,
	"paragraph" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outgoing_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"channel" text DEFAULT 'email' NOT NULL,
	"person_id" uuid,
	"address" text,
	"about" jsonb NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"is_held" boolean DEFAULT false NOT NULL,
	"not_after" timestamp with time zone,
	"try_until" timestamp with time zone NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"unknown_tries" smallint DEFAULT 0 NOT NULL,
	"said" text,
	"provider_id" text,
	"delivery" text,
	"delivery_said" text,
	"ended_at" timestamp with time zone,
	CONSTRAINT "outgoing_message_channel_known" CHECK ("outgoing_messages"."channel" in ('email', 'text')),
	CONSTRAINT "outgoing_message_delivery_known" CHECK ("outgoing_messages"."delivery" in ('delivered', 'undelivered')),
	CONSTRAINT "outgoing_message_state_known" CHECK ("outgoing_messages"."state" in ('waiting', 'sending', 'sent', 'failed', 'dropped')),
	CONSTRAINT "outgoing_message_over_or_not" CHECK (("outgoing_messages"."state" in ('waiting', 'sending')) = ("outgoing_messages"."ended_at" is null)),
	CONSTRAINT "outgoing_message_has_a_recipient" CHECK ("outgoing_messages"."person_id" is not null or "outgoing_messages"."address" is not null or "outgoing_messages"."ended_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"post_id" uuid,
	"message_id" uuid,
	"reporter_id" uuid NOT NULL,
	"writer_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	CONSTRAINT "one_report_per_person_and_post" UNIQUE("post_id","reporter_id"),
	CONSTRAINT "one_report_per_person_and_message" UNIQUE("message_id","reporter_id"),
	CONSTRAINT "report_of_one_thing" CHECK (num_nonnulls("reports"."post_id", "reports"."message_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "charge_searches" (
	"provider" text PRIMARY KEY NOT NULL,
	"after" text
);
--> statement-breakpoint
CREATE TABLE "payment_differences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"via" text NOT NULL,
	"provider" text NOT NULL,
	"transaction_id" text NOT NULL,
	"booking_id" uuid,
	"payment_id" uuid,
	"message" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"gone_at" timestamp with time zone,
	"dismissed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid,
	"payment_id" uuid,
	"by_name" text,
	"what" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"via" text NOT NULL,
	"provider" text NOT NULL,
	"reference" text,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"page_url" text,
	"request_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"ask_at" timestamp with time zone NOT NULL,
	"times_asked" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "one_order_per_reference" UNIQUE("provider","reference"),
	CONSTRAINT "one_order_per_request_key" UNIQUE("booking_id","via","request_key"),
	CONSTRAINT "payment_order_state_known" CHECK ("payment_orders"."state" in ('open', 'processing', 'closed')),
	CONSTRAINT "payment_order_amount_positive" CHECK ("payment_orders"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"order_id" uuid,
	"via" text NOT NULL,
	"provider" text NOT NULL,
	"method" text,
	"taken_by" uuid,
	"transaction_id" text NOT NULL,
	"bank_reference" text,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"taken_minor" integer NOT NULL,
	"taken_currency" text NOT NULL,
	"state" text NOT NULL,
	"held_because" text,
	"receipt_number" integer,
	"paid_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone NOT NULL,
	"compare_at" timestamp with time zone,
	CONSTRAINT "one_payment_per_transaction" UNIQUE("provider","transaction_id"),
	CONSTRAINT "one_receipt_per_number" UNIQUE("receipt_number"),
	CONSTRAINT "payment_state_known" CHECK ("payments"."state" in ('paid', 'on-hold', 'released')),
	CONSTRAINT "payment_amount_positive" CHECK ("payments"."amount_minor" > 0),
	CONSTRAINT "payment_by_order_or_at_clinic" CHECK (case "payments"."via"
        when 'clinic' then "payments"."provider" = 'clinic' and "payments"."order_id" is null and "payments"."taken_by" is not null
          and "payments"."method" in ('cash', 'terminal', 'insurance')
        else "payments"."provider" <> 'clinic' and "payments"."order_id" is not null and "payments"."method" is null
          and "payments"."taken_by" is null end)
);
--> statement-breakpoint
CREATE TABLE "receipt_counter" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"last" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "one_receipt_counter" CHECK ("receipt_counter"."only")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"taken_minor" integer NOT NULL,
	"state" text NOT NULL,
	"cause" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"requested_by" uuid,
	"request_key" text,
	"reference" text,
	"failure" text,
	"requested_at" timestamp with time zone NOT NULL,
	"ask_at" timestamp with time zone NOT NULL,
	"times_asked" integer DEFAULT 0 NOT NULL,
	"held_until" timestamp with time zone,
	"done_at" timestamp with time zone,
	"done_by" uuid,
	CONSTRAINT "one_refund_per_request_key" UNIQUE("payment_id","request_key"),
	CONSTRAINT "one_refund_per_reference" UNIQUE("payment_id","reference"),
	CONSTRAINT "refund_state_known" CHECK ("refunds"."state" in ('requested', 'pending', 'succeeded', 'failed')),
	CONSTRAINT "refund_amount_positive" CHECK ("refunds"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"caller" text NOT NULL,
	"call" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"content_type" text,
	"body" text,
	"outcome" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "one_answer_per_key" PRIMARY KEY("caller","call","key")
);
--> statement-breakpoint
CREATE TABLE "appointment_options" (
	"id" uuid PRIMARY KEY NOT NULL,
	"treatment_id" uuid NOT NULL,
	"doctor_id" uuid,
	"doctor_name" text,
	"doctor_photo" text,
	"calendar_id" uuid NOT NULL,
	"open" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendars" (
	"id" uuid PRIMARY KEY NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "closures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"from_minute" smallint DEFAULT 0 NOT NULL,
	"calendar_id" uuid,
	"reason" text NOT NULL,
	CONSTRAINT "closed_once" UNIQUE NULLS NOT DISTINCT("first_day","last_day","calendar_id","from_minute"),
	CONSTRAINT "closure_ends_after_it_begins" CHECK ("closures"."first_day" <= "closures"."last_day"),
	CONSTRAINT "closure_begins_on_its_first_day" CHECK ("closures"."from_minute" between 0 and 1439)
);
--> statement-breakpoint
CREATE TABLE "doctor_pages" (
	"doctor_id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	CONSTRAINT "one_doctor_per_slug" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "hours_exceptions" (
	"calendar_id" uuid NOT NULL,
	"date" date NOT NULL,
	"opens_minute" smallint,
	"closes_minute" smallint,
	"treatment_id" uuid,
	CONSTRAINT "exception_within_a_day" CHECK (("hours_exceptions"."opens_minute" is null) = ("hours_exceptions"."closes_minute" is null) and
        0 <= "hours_exceptions"."opens_minute" and "hours_exceptions"."opens_minute" < "hours_exceptions"."closes_minute" and "hours_exceptions"."closes_minute" <= 1440)
);
--> statement-breakpoint
CREATE TABLE "opening_hours" (
	"calendar_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	"weekday" smallint NOT NULL,
	"opens_minute" smallint NOT NULL,
	"closes_minute" smallint NOT NULL,
	"treatment_id" uuid,
	CONSTRAINT "opening_weekday_known" CHECK ("opening_hours"."weekday" between 1 and 7),
	CONSTRAINT "opening_within_a_day" CHECK (0 <= "opening_hours"."opens_minute" and "opening_hours"."opens_minute" < "opening_hours"."closes_minute" and "opening_hours"."closes_minute" <= 1440)
);
--> statement-breakpoint
CREATE TABLE "schedule_changes" (
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"day" date,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "treatments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"price_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"minutes" smallint NOT NULL,
	"buffer_minutes" smallint DEFAULT 0 NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"colour" text,
	"active" boolean DEFAULT true NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "one_treatment_per_name" UNIQUE("name"),
	CONSTRAINT "treatment_price_not_negative" CHECK ("treatments"."price_minor" >= 0),
	CONSTRAINT "treatment_currency_code" CHECK ("treatments"."currency" ~ '^[A-Z]{3}$'),
	CONSTRAINT "treatment_minutes_within_a_day" CHECK ("treatments"."minutes" between 5 and 1440),
	CONSTRAINT "treatment_buffer_within_hours" CHECK ("treatments"."buffer_minutes" between 0 and 240),
	CONSTRAINT "treatment_colour_readable" CHECK ("treatments"."colour" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "treatment_position_not_negative" CHECK ("treatments"."position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "working_weeks" (
	"calendar_id" uuid NOT NULL,
	"valid_from" date NOT NULL,
	CONSTRAINT "one_week_from_a_day" PRIMARY KEY("calendar_id","valid_from")
);
--> statement-breakpoint
CREATE TABLE "waiting_list_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"treated_id" uuid NOT NULL,
	"treatment_id" uuid NOT NULL,
	"option_id" uuid,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"times" text[] DEFAULT '{}' NOT NULL,
	"booking_id" uuid,
	"joined_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_as" text,
	CONSTRAINT "waiting_list_days_in_order" CHECK ("waiting_list_entries"."first_day" <= "waiting_list_entries"."last_day"),
	CONSTRAINT "waiting_list_ended_somehow" CHECK (("waiting_list_entries"."ended_at" is null) = ("waiting_list_entries"."ended_as" is null))
);
--> statement-breakpoint
CREATE TABLE "waiting_list_offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL,
	"option_id" uuid NOT NULL,
	"calendar_id" uuid NOT NULL,
	"day" date NOT NULL,
	"start_minute" smallint NOT NULL,
	"minutes" smallint NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"offered_at" timestamp with time zone NOT NULL,
	"offered_by" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"booking_id" uuid,
	CONSTRAINT "offer_state_known" CHECK ("waiting_list_offers"."state" in ('open', 'accepted', 'declined', 'expired', 'withdrawn')),
	CONSTRAINT "offer_ends_after_it_starts" CHECK ("waiting_list_offers"."ends_at" > "waiting_list_offers"."starts_at")
);
--> statement-breakpoint
ALTER TABLE "booking_notes" ADD CONSTRAINT "booking_notes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_notes" ADD CONSTRAINT "booking_notes_written_by_people_id_fk" FOREIGN KEY ("written_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_notes" ADD CONSTRAINT "booking_notes_struck_by_people_id_fk" FOREIGN KEY ("struck_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "running_late" ADD CONSTRAINT "running_late_said_by_people_id_fk" FOREIGN KEY ("said_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_people_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_subject_id_people_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_history" ADD CONSTRAINT "booking_history_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "booking_history" ADD CONSTRAINT "booking_history_changed_by_people_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_option_id_appointment_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."appointment_options"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_treatment_id_treatments_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_patient_id_people_id_fk" FOREIGN KEY ("patient_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_treated_id_people_id_fk" FOREIGN KEY ("treated_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_changed_by_people_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_holder_id_people_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_option_id_appointment_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."appointment_options"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_blocked_by_people_id_fk" FOREIGN KEY ("blocked_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_people_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_people_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_participants" ADD CONSTRAINT "conversation_participants_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_participants" ADD CONSTRAINT "conversation_participants_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_author_id_people_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_opener_id_people_id_fk" FOREIGN KEY ("opener_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_people_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_author_id_people_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_guardian_id_people_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "image_quotas" ADD CONSTRAINT "image_quotas_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "images" ADD CONSTRAINT "images_owner_id_people_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_people_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invited_treatments" ADD CONSTRAINT "invited_treatments_invitation_id_invitations_id_fk" FOREIGN KEY ("invitation_id") REFERENCES "public"."invitations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invited_treatments" ADD CONSTRAINT "invited_treatments_treatment_id_treatments_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_choices" ADD CONSTRAINT "message_choices_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_people_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_writer_id_people_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_decided_by_people_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_taken_by_people_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_requested_by_people_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_done_by_people_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_options" ADD CONSTRAINT "appointment_options_treatment_id_treatments_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_options" ADD CONSTRAINT "appointment_options_doctor_id_people_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointment_options" ADD CONSTRAINT "appointment_options_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closures" ADD CONSTRAINT "closures_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doctor_pages" ADD CONSTRAINT "doctor_pages_doctor_id_people_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hours_exceptions" ADD CONSTRAINT "hours_exceptions_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hours_exceptions" ADD CONSTRAINT "hours_exceptions_treatment_id_treatments_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_hours" ADD CONSTRAINT "opening_hours_treatment_id_treatments_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opening_hours" ADD CONSTRAINT "hours_of_a_week" FOREIGN KEY ("calendar_id","valid_from") REFERENCES "public"."working_weeks"("calendar_id","valid_from") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "working_weeks" ADD CONSTRAINT "working_weeks_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_entries" ADD CONSTRAINT "waiting_list_entries_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_entries" ADD CONSTRAINT "waiting_list_entries_treated_id_people_id_fk" FOREIGN KEY ("treated_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_entries" ADD CONSTRAINT "waiting_list_entries_treatment_id_treatments_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_entries" ADD CONSTRAINT "waiting_list_entries_option_id_appointment_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."appointment_options"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_entries" ADD CONSTRAINT "waiting_list_entries_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_offers" ADD CONSTRAINT "waiting_list_offers_entry_id_waiting_list_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."waiting_list_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_offers" ADD CONSTRAINT "waiting_list_offers_option_id_appointment_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."appointment_options"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_offers" ADD CONSTRAINT "waiting_list_offers_offered_by_people_id_fk" FOREIGN KEY ("offered_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_offers" ADD CONSTRAINT "waiting_list_offers_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_of_booking" ON "booking_notes" USING btree ("booking_id","id");--> statement-breakpoint
CREATE INDEX "audit_entries_by_time" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_of_actor" ON "audit_entries" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_on_subject" ON "audit_entries" USING btree ("subject_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_booking_per_treatment_and_day" ON "bookings" USING btree ("treated_id","treatment_id","day") WHERE state <> 'cancelled';--> statement-breakpoint
CREATE INDEX "bookings_to_be_paid" ON "bookings" USING btree ("pay_by") WHERE state = 'booked' and pay_by is not null;--> statement-breakpoint
CREATE INDEX "bookings_of_calendar" ON "bookings" USING btree ("calendar_id","starts_at");--> statement-breakpoint
CREATE INDEX "bookings_in_order" ON "bookings" USING btree ("day","start_minute","id");--> statement-breakpoint
CREATE INDEX "bookings_for_statistics" ON "bookings" USING btree ("day","state","calendar_id","changed_as","minutes");--> statement-breakpoint
CREATE INDEX "bookings_of_patient" ON "bookings" USING btree ("patient_id","starts_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_of_treated" ON "bookings" USING btree ("treated_id") WHERE "bookings"."treated_id" <> "bookings"."patient_id";--> statement-breakpoint
CREATE INDEX "bookings_by_phone" ON "bookings" USING btree ("phone") WHERE "bookings"."phone" <> '';--> statement-breakpoint
CREATE INDEX "bookings_cancelled" ON "bookings" USING btree ("changed_at") WHERE "bookings"."state" = 'cancelled' and "bookings"."cancel_refund" = 'full';--> statement-breakpoint
CREATE UNIQUE INDEX "one_booking_per_reference" ON "bookings" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "one_busy_time_per_slot" ON "busy_times" USING btree ("day","calendar_id","start_minute");--> statement-breakpoint
CREATE INDEX "busy_times_of_session" ON "busy_times" USING btree ("session_id") WHERE session_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_hold_per_person_and_day" ON "busy_times" USING btree ("holder_id","calendar_id","day") WHERE kind = 'hold' and holder_id is not null;--> statement-breakpoint
CREATE INDEX "holds_by_expiry" ON "busy_times" USING btree ("expires_at") WHERE kind = 'hold' and expires_at is not null;--> statement-breakpoint
CREATE INDEX "holds_and_offers" ON "busy_times" USING btree ("calendar_id","day") WHERE kind in ('hold', 'offer') and calendar_id is not null;--> statement-breakpoint
CREATE INDEX "blocks_of_blocked" ON "blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "conversations_by_activity" ON "conversation_participants" USING btree ("person_id","active_at" DESC NULLS FIRST,"conversation_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversations_with_unread" ON "conversation_participants" USING btree ("person_id") WHERE unread > 0;--> statement-breakpoint
CREATE INDEX "conversations_between" ON "conversations" USING btree ("opener_id","author_id");--> statement-breakpoint
CREATE INDEX "posts_of_author" ON "posts" USING btree ("author_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "accounts_of_person" ON "accounts" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "passkeys_of_person" ON "passkeys" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "people_by_name" ON "people" USING btree (lower("name"),"id") WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_admins_first" ON "people" USING btree ((not "is_admin"),lower("name"),"id") WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_doctors_first" ON "people" USING btree ((not "is_doctor"),lower("name"),"id") WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "people_front_desk_first" ON "people" USING btree ((not "is_front_desk"),lower("name"),"id") WHERE "people"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "admins_of_the_clinic" ON "people" USING btree ("id") WHERE "people"."is_admin";--> statement-breakpoint
CREATE INDEX "desk_of_the_clinic" ON "people" USING btree ("id") WHERE "people"."is_admin" or "people"."is_front_desk";--> statement-breakpoint
CREATE INDEX "doctors_of_the_clinic" ON "people" USING btree (lower("name"),"id") WHERE "people"."is_doctor";--> statement-breakpoint
CREATE INDEX "people_by_guardian" ON "people" USING btree ("guardian_id") WHERE "people"."guardian_id" is not null;--> statement-breakpoint
CREATE INDEX "people_by_date_of_birth" ON "people" USING btree ("date_of_birth") WHERE "people"."date_of_birth" is not null;--> statement-breakpoint
CREATE INDEX "phone_codes_of_person" ON "phone_codes" USING btree ("person_id","sent_at");--> statement-breakpoint
CREATE INDEX "phone_codes_of_number" ON "phone_codes" USING btree ("phone","sent_at");--> statement-breakpoint
CREATE INDEX "phone_codes_by_time" ON "phone_codes" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "sessions_of_person" ON "sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "sessions_by_end" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_by_age" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "verifications_by_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verifications_by_end" ON "verifications" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "verifications_of_person" ON "verifications" USING hash ("value");--> statement-breakpoint
CREATE UNIQUE INDEX "one_try_per_code" ON "verifications" USING btree ("identifier") WHERE "verifications"."identifier" like 'used-code:%';--> statement-breakpoint
CREATE INDEX "image_quotas_by_day" ON "image_quotas" USING btree ("day");--> statement-breakpoint
CREATE INDEX "images_by_last_wanted" ON "images" USING btree ("wanted_at");--> statement-breakpoint
CREATE INDEX "images_of_owner" ON "images" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "invitations_by_expiry" ON "invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limits_by_end" ON "rate_limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "live_events_of_audience" ON "live_events" USING btree ("audience","id");--> statement-breakpoint
CREATE INDEX "live_events_by_age" ON "live_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "outgoing_messages_due" ON "outgoing_messages" USING btree ("channel","due_at","id") WHERE state in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "outgoing_messages_by_state" ON "outgoing_messages" USING btree ("state","queued_at","id");--> statement-breakpoint
CREATE INDEX "outgoing_messages_by_queueing" ON "outgoing_messages" USING btree ("queued_at","id");--> statement-breakpoint
CREATE INDEX "outgoing_messages_to_person" ON "outgoing_messages" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "outgoing_messages_to_address" ON "outgoing_messages" USING btree ("address") WHERE "outgoing_messages"."address" is not null;--> statement-breakpoint
CREATE INDEX "outgoing_messages_by_end" ON "outgoing_messages" USING btree ("ended_at") WHERE "outgoing_messages"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "outgoing_texts_by_end" ON "outgoing_messages" USING btree ("ended_at") WHERE "outgoing_messages"."channel" = 'text';--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("id" DESC NULLS FIRST) WHERE decided_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_difference" ON "payment_differences" USING btree ("provider","transaction_id","kind") WHERE gone_at is null;--> statement-breakpoint
CREATE INDEX "payment_log_of_payment" ON "payment_log" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "payment_log_of_booking" ON "payment_log" USING btree ("booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_card_order_per_booking" ON "payment_orders" USING btree ("booking_id") WHERE via = 'card' and state in ('open', 'processing');--> statement-breakpoint
CREATE INDEX "payment_orders_to_ask_about" ON "payment_orders" USING btree ("provider","ask_at") WHERE state in ('open', 'processing');--> statement-breakpoint
CREATE INDEX "payment_orders_of_booking" ON "payment_orders" USING btree ("booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_paid_payment_per_booking" ON "payments" USING btree ("booking_id") WHERE state = 'paid';--> statement-breakpoint
CREATE INDEX "payments_by_transaction" ON "payments" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payments_by_bank_reference" ON "payments" USING btree ("bank_reference");--> statement-breakpoint
CREATE INDEX "payments_of_booking" ON "payments" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "payments_by_state" ON "payments" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "payments_to_compare" ON "payments" USING btree ("provider","compare_at");--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "payments" USING btree ("settled_at","via","method","currency","amount_minor");--> statement-breakpoint
CREATE INDEX "refunds_by_end" ON "refunds" USING btree ("done_at") WHERE done_at is not null;--> statement-breakpoint
CREATE INDEX "refunds_to_ask_about" ON "refunds" USING btree ("ask_at") WHERE state in ('requested', 'pending');--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "options_of_treatment" ON "appointment_options" USING btree ("treatment_id");--> statement-breakpoint
CREATE INDEX "options_of_calendar" ON "appointment_options" USING btree ("calendar_id");--> statement-breakpoint
CREATE INDEX "open_options" ON "appointment_options" USING btree ("treatment_id","id") WHERE "appointment_options"."open";--> statement-breakpoint
CREATE UNIQUE INDEX "one_option_per_doctor_and_treatment" ON "appointment_options" USING btree ("doctor_id","treatment_id") WHERE "appointment_options"."doctor_id" is not null;--> statement-breakpoint
CREATE INDEX "closures_by_last_day" ON "closures" USING btree ("last_day");--> statement-breakpoint
CREATE INDEX "hours_exceptions_of_day" ON "hours_exceptions" USING btree ("calendar_id","date");--> statement-breakpoint
CREATE INDEX "opening_hours_of_week" ON "opening_hours" USING btree ("calendar_id","valid_from");--> statement-breakpoint
CREATE INDEX "schedule_changes_by_transaction" ON "schedule_changes" USING btree ("transaction");--> statement-breakpoint
CREATE INDEX "schedule_changes_of_every_day" ON "schedule_changes" USING btree ("transaction") WHERE "schedule_changes"."day" is null;--> statement-breakpoint
CREATE INDEX "schedule_changes_by_age" ON "schedule_changes" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_entry_per_request" ON "waiting_list_entries" USING btree ("treated_id","treatment_id",coalesce("option_id", '00000000-0000-0000-0000-000000000000'),coalesce("booking_id", '00000000-0000-0000-0000-000000000000')) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "waiting_in_order" ON "waiting_list_entries" USING btree ("joined_at","id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "waiting_list_of_person" ON "waiting_list_entries" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "waiting_list_of_treated" ON "waiting_list_entries" USING btree ("treated_id");--> statement-breakpoint
CREATE INDEX "waiting_list_of_booking" ON "waiting_list_entries" USING btree ("booking_id") WHERE booking_id is not null;--> statement-breakpoint
CREATE INDEX "waiting_list_ended" ON "waiting_list_entries" USING btree ("ended_at") WHERE ended_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_offer_per_entry" ON "waiting_list_offers" USING btree ("entry_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "offers_of_entry" ON "waiting_list_offers" USING btree ("entry_id","offered_at");--> statement-breakpoint
CREATE INDEX "open_offers" ON "waiting_list_offers" USING btree ("expires_at") WHERE state = 'open';--> statement-breakpoint
CREATE VIEW "public"."payment_books" AS (select "id", "booking_id", "order_id", "via", "provider", "method", "taken_by", "transaction_id", "bank_reference", "amount_minor", "currency", "taken_minor", "taken_currency", "state", "held_because", "receipt_number", "paid_at", "settled_at", "compare_at", (select coalesce(sum(r.amount_minor), 0)::int from refunds r
        where r.payment_id = payments.id and r.state <> 'failed') as "refunded_minor", (select coalesce(sum(r.amount_minor), 0)::int from refunds r
        where r.payment_id = payments.id and r.state = 'succeeded') as "returned_minor", (select p.name from people p where p.id = payments.taken_by) as "taken_by_name" from "payments");
--> statement-breakpoint
-- What Drizzle's schema cannot say. The exclusion constraints come after the unique indexes on purpose: PostgreSQL
-- checks indexes in the order of their creation, and equal slots must conflict at a unique index first, where waiting
-- cannot deadlock.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "patient_in_one_place"
  EXCLUDE USING gist ("treated_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&) WHERE ("state" <> 'cancelled');
--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "no_overlap_in_calendar"
  EXCLUDE USING gist ("calendar_id" WITH =, tstzrange("starts_at", "busy_until") WITH &&);
--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_time_of_a_booking"
  FOREIGN KEY ("booking_id") REFERENCES "bookings" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
-- A live appointment keeps its calendar busy. Whoever books has usually written the busy times already (`record_bookings`).
CREATE FUNCTION keep_busy_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Looking costs less than a statement that inserts nothing.
  IF EXISTS (SELECT FROM inserted i WHERE state <> 'cancelled' AND NOT EXISTS (SELECT FROM busy_times t WHERE t.id = i.id)) THEN
    INSERT INTO busy_times (id, kind, booking_id, calendar_id, day, start_minute, starts_at, busy_until)
      SELECT id, 'booking', id, calendar_id, day, start_minute, starts_at, ends_at + buffer_minutes * interval '1 minute'
      FROM inserted WHERE state <> 'cancelled'
      ON CONFLICT (id) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "bookings_keep_busy_times" AFTER INSERT ON "bookings" REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION keep_busy_times();
--> statement-breakpoint
CREATE FUNCTION change_busy_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state = 'cancelled' THEN
    DELETE FROM busy_times WHERE id = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO busy_times (id, kind, booking_id, calendar_id, day, start_minute, starts_at, busy_until)
    VALUES (NEW.id, 'booking', NEW.id, NEW.calendar_id, NEW.day, NEW.start_minute, NEW.starts_at,
      NEW.ends_at + NEW.buffer_minutes * interval '1 minute')
    ON CONFLICT (id) DO UPDATE SET calendar_id = excluded.calendar_id, day = excluded.day,
      start_minute = excluded.start_minute, starts_at = excluded.starts_at, busy_until = excluded.busy_until
    WHERE (busy_times.calendar_id, busy_times.starts_at, busy_times.busy_until, busy_times.day, busy_times.start_minute)
      IS DISTINCT FROM
      (excluded.calendar_id, excluded.starts_at, excluded.busy_until, excluded.day, excluded.start_minute);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "booking_changes_busy_time" AFTER UPDATE OF "state", "calendar_id", "day", "start_minute", "starts_at", "ends_at",
  "buffer_minutes" ON "bookings" FOR EACH ROW EXECUTE FUNCTION change_busy_time();
--> statement-breakpoint
-- A change of state, time or doctor is a new version; the one before it goes into the history. The transitions are those
-- of features/booking/states.ts, which a test compares.
CREATE FUNCTION keep_booking_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> NEW.state AND (OLD.state || ' ' || NEW.state) <> ALL (ARRAY[
    'booked arrived', 'booked no-show', 'booked cancelled',
    'arrived in-progress', 'arrived cancelled', 'arrived booked', 'arrived no-show',
    'in-progress done', 'in-progress arrived',
    'done in-progress',
    'no-show booked', 'no-show arrived',
    'cancelled booked'
  ]) THEN
    RAISE EXCEPTION 'An appointment cannot become % when it is %', NEW.state, OLD.state
      USING ERRCODE = 'check_violation', CONSTRAINT = 'booking_transition_known';
  END IF;
  INSERT INTO booking_history (booking_id, version, state, changed_at, changed_by, changed_as, change_reason, day,
      start_minute, minutes, doctor_name)
    VALUES (OLD.id, OLD.version, OLD.state, OLD.changed_at, OLD.changed_by, OLD.changed_as, OLD.change_reason, OLD.day,
      OLD.start_minute, OLD.minutes, OLD.doctor_name);
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "booking_keeps_its_history" BEFORE UPDATE ON "bookings" FOR EACH ROW
  WHEN ((OLD.state, OLD.day, OLD.start_minute, OLD.option_id)
    IS DISTINCT FROM (NEW.state, NEW.day, NEW.start_minute, NEW.option_id))
  EXECUTE FUNCTION keep_booking_history();
--> statement-breakpoint
CREATE FUNCTION refuse_change_of_booking_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The history of an appointment is append-only';
END $$;
--> statement-breakpoint
CREATE TRIGGER "booking_history_is_append_only" BEFORE UPDATE OR TRUNCATE ON "booking_history"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_booking_history();
--> statement-breakpoint
-- A hold ends in many ways (booked, released, over, signed out). Open pages show its slot as free again. Its holder is left
-- out: they see their own holds as free.
CREATE FUNCTION slots_event(changed date) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('event', jsonb_build_object('type', 'slots', 'date', to_char(changed, 'FMMon FMDD, YYYY')))
$$;
--> statement-breakpoint
CREATE FUNCTION publish_hold_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM publish_live_events(jsonb_build_array(
    slots_event(OLD.day) || CASE WHEN OLD.kind = 'hold' THEN jsonb_build_object('exceptFor', OLD.holder_id) ELSE '{}' END));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "hold_ended" AFTER DELETE ON "busy_times" FOR EACH ROW WHEN (OLD.kind IN ('hold', 'offer'))
  EXECUTE FUNCTION publish_hold_ended();
--> statement-breakpoint
-- Search in All Users: parts of the name and the email address. Without fastupdate, whose pending list every search
-- would have to read; people are added one at a time.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE INDEX "people_search" ON "people"
  USING gin (lower("name" || ' ' || "email") gin_trgm_ops) WITH (fastupdate = off);
--> statement-breakpoint
-- The front desk finds people by parts of the telephone number, too.
CREATE INDEX "people_by_phone" ON "people" USING gin ("phone" gin_trgm_ops) WITH (fastupdate = off) WHERE "phone" IS NOT NULL;
--> statement-breakpoint
-- The audit log is append-only.
CREATE FUNCTION refuse_change_of_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER "audit_log_is_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entries"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit_log();
--> statement-breakpoint
-- A sign-in during a deletion gets no session: this lock waits for the deletion, which changes the key column email and
-- so locks the whole row, and then finds the person deleted.
CREATE FUNCTION refuse_ways_in_for_the_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM "people" WHERE "id" = NEW."person_id" AND "deleted_at" IS NULL FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'There is no such person' USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "no_session_for_the_deleted" BEFORE INSERT ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION refuse_ways_in_for_the_deleted();
--> statement-breakpoint
CREATE TRIGGER "no_account_for_the_deleted" BEFORE INSERT ON "accounts"
  FOR EACH ROW EXECUTE FUNCTION refuse_ways_in_for_the_deleted();
--> statement-breakpoint
CREATE TRIGGER "no_authenticator_for_the_deleted" BEFORE INSERT ON "two_factors"
  FOR EACH ROW EXECUTE FUNCTION refuse_ways_in_for_the_deleted();
--> statement-breakpoint
CREATE TRIGGER "no_passkey_for_the_deleted" BEFORE INSERT ON "passkeys"
  FOR EACH ROW EXECUTE FUNCTION refuse_ways_in_for_the_deleted();
--> statement-breakpoint
CREATE TRIGGER "no_calendar_feed_for_the_deleted" BEFORE INSERT ON "calendar_feeds"
  FOR EACH ROW EXECUTE FUNCTION refuse_ways_in_for_the_deleted();
--> statement-breakpoint
-- people.two_factor_enabled: whether the person has a confirmed authenticator app or a passkey. It decides whether a
-- password alone signs them in, so it is derived here and nowhere else. The row of the person is locked meanwhile.
CREATE FUNCTION derive_second_factor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."two_factor_enabled" := EXISTS (SELECT 1 FROM "two_factors" WHERE "person_id" = NEW."id" AND "verified")
    OR EXISTS (SELECT 1 FROM "passkeys" WHERE "person_id" = NEW."id");
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "second_factor_is_derived" BEFORE UPDATE OF "two_factor_enabled" ON "people"
  FOR EACH ROW EXECUTE FUNCTION derive_second_factor();
--> statement-breakpoint
CREATE FUNCTION second_factor_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "people" SET "two_factor_enabled" = DEFAULT WHERE "id" = coalesce(NEW."person_id", OLD."person_id");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "second_factor_changed" AFTER INSERT OR UPDATE OF "verified" OR DELETE ON "two_factors"
  FOR EACH ROW EXECUTE FUNCTION second_factor_changed();
--> statement-breakpoint
CREATE TRIGGER "second_factor_changed" AFTER INSERT OR DELETE ON "passkeys"
  FOR EACH ROW EXECUTE FUNCTION second_factor_changed();
--> statement-breakpoint
-- A new password, however it was set, invalidates all reset links and ends sign-ins that wait for the second factor. Codes
-- that were used stay used.
CREATE FUNCTION end_verifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "verifications" WHERE "value" = NEW."person_id"::text AND "identifier" NOT LIKE 'used-code:%';
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Whoever has a password is notified when it changes, however it was changed. The id is a UUID of version 7, as all others.
CREATE FUNCTION queue_password_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at timestamptz := clock_timestamp();
  millis text := lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0');
  chance text := md5(gen_random_uuid()::text);
BEGIN
  INSERT INTO outgoing_messages (id, kind, person_id, about, queued_at, due_at, try_until)
    VALUES (
      (millis || '7' || substr(chance, 1, 3) || 'a' || substr(chance, 4, 15))::uuid,
      'password-changed', NEW.person_id, '{}', at, at, at + interval '1 day');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "a_changed_password_is_notified" AFTER UPDATE OF "password" ON "accounts"
  FOR EACH ROW WHEN (OLD."password" IS NOT NULL AND NEW."password" IS DISTINCT FROM OLD."password")
  EXECUTE FUNCTION queue_password_changed();
--> statement-breakpoint
CREATE TRIGGER "a_new_password_ends_verifications" AFTER INSERT OR UPDATE OF "password" ON "accounts"
  FOR EACH ROW WHEN (NEW."password" IS NOT NULL) EXECUTE FUNCTION end_verifications();
--> statement-breakpoint
-- Notifies all nodes at the commit. A commit with a notification waits for every other one in the cluster, and holds them
-- up while it waits for the disk. So a transaction of which there are many turns this off, and its node notifies afterwards.
CREATE FUNCTION notify_nodes(channel text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('openhours.notifies_later', true) IS DISTINCT FROM 'on' THEN
    PERFORM pg_notify(channel, '');
  END IF;
END $$;
--> statement-breakpoint
-- The outbox of live events. Ids are drawn before their transactions commit, and these commit in any order: a reader of
-- 'everything after 7' could see 9, move on, and miss 8, which commits a moment later. So a publisher first takes a
-- shared advisory lock on the id after which its own will come, and holds it until its transaction ends. Up to the
-- lowest lock, and to the last id drawn before looking, everything is settled. Nobody waits.

-- The key of the lock: 'LIVE' in 20 bits, then the id in 44.
CREATE FUNCTION publish_live_events(published jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  after_id bigint;
BEGIN
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO after_id FROM live_events_id_seq;
  PERFORM pg_advisory_xact_lock_shared((x'4c495'::bigint << 44) | after_id);
  INSERT INTO live_events (audience, except_for, event)
    SELECT (item->>'audience')::uuid, (item->>'exceptFor')::uuid, item->'event' FROM jsonb_array_elements(published) AS item;
  PERFORM notify_nodes('live_events');
END $$;
--> statement-breakpoint
-- `settled`: every id up to it is committed or never will be. `drawn`: the last id given out; while it is higher,
-- transactions are open. The order of the statements matters: an id drawn before the first one has its lock held at the
-- second one, or its transaction is over and a later statement sees its row.
CREATE FUNCTION live_events_settled(OUT settled bigint, OUT drawn bigint) LANGUAGE plpgsql AS $$
DECLARE
  held bigint;
BEGIN
  SELECT CASE WHEN is_called THEN last_value ELSE 0 END INTO drawn FROM live_events_id_seq;
  SELECT min(((classid::bigint << 32) | objid::bigint) & ((1::bigint << 44) - 1)) INTO held
    FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND ((classid::bigint << 32) | objid::bigint) >> 44 = x'4c495'::bigint;
  settled := least(drawn, coalesce(held, drawn));
END $$;
--> statement-breakpoint
-- Sessions end in many ways (signing out, a new password, a deleted person). Their live connections are closed.
CREATE FUNCTION notify_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('live_sessions_ended', OLD.id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION notify_session_ended();
--> statement-breakpoint
-- payment_log is append-only: changing its history requires dropping the trigger first.
CREATE FUNCTION refuse_to_rewrite_payment_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'payment_log is append-only' USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "payment_log"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_to_rewrite_payment_log();
--> statement-breakpoint
INSERT INTO "receipt_counter" DEFAULT VALUES;
--> statement-breakpoint
-- Refunds of a payment are in its currency and never exceed it; a payment that was refunded in full pays for nothing.
-- Checked at commit, one transaction per payment at a time.
CREATE FUNCTION check_refunds_of_payment(checked uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  payment payments;
  refunded bigint;
  returned bigint;
BEGIN
  SELECT * INTO payment FROM payments WHERE id = checked FOR NO KEY UPDATE;
  SELECT coalesce(sum(amount_minor) FILTER (WHERE state <> 'failed'), 0),
         coalesce(sum(amount_minor) FILTER (WHERE state = 'succeeded'), 0)
    INTO refunded, returned FROM refunds WHERE payment_id = checked;
  IF refunded > payment.amount_minor
     OR EXISTS (SELECT 1 FROM refunds WHERE payment_id = checked AND currency <> payment.currency) THEN
    RAISE EXCEPTION 'More would be refunded than was paid' USING ERRCODE = 'check_violation', CONSTRAINT = 'refunds_within_payment';
  END IF;
  IF payment.state = 'paid' AND returned = payment.amount_minor THEN
    RAISE EXCEPTION 'A payment of which all was refunded pays for nothing'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'refunded_payment_is_not_paid';
  END IF;
END $$;
--> statement-breakpoint
CREATE FUNCTION check_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_refunds_of_payment(NEW.payment_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION check_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM check_refunds_of_payment(NEW.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER refunds_fit_their_payment AFTER INSERT OR UPDATE OF state, amount_minor, currency ON refunds
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_refund();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER payment_fits_its_refunds AFTER UPDATE OF state ON payments
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_payment();
--> statement-breakpoint
-- Copies changes of a doctor's name and photo to their options, which patients see.
CREATE FUNCTION options_follow_their_doctor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE appointment_options SET
    doctor_name = CASE WHEN NEW.name IS DISTINCT FROM OLD.name THEN NEW.name ELSE doctor_name END,
    doctor_photo = CASE WHEN NEW.image IS DISTINCT FROM OLD.image THEN NEW.image ELSE doctor_photo END
  WHERE doctor_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER options_follow_their_doctor AFTER UPDATE OF name, image ON people
  FOR EACH ROW WHEN (NEW.deleted_at IS NULL AND (NEW.name, NEW.image) IS DISTINCT FROM (OLD.name, OLD.image))
  EXECUTE FUNCTION options_follow_their_doctor();
--> statement-breakpoint
-- Hours of one day, for all treatments or for the same one, do not overlap.
ALTER TABLE "opening_hours" ADD CONSTRAINT "no_overlap_in_opening_hours"
  EXCLUDE USING gist (
    "calendar_id" WITH =, "valid_from" WITH =, "weekday" WITH =,
    (coalesce("treatment_id", '00000000-0000-0000-0000-000000000000')) WITH =,
    int4range("opens_minute"::int, "closes_minute"::int) WITH &&);
--> statement-breakpoint
-- Nor do the exceptions of one day. A day off leaves room for nothing beside it.
ALTER TABLE "hours_exceptions" ADD CONSTRAINT "no_overlap_in_exceptions"
  EXCLUDE USING gist (
    "calendar_id" WITH =, "date" WITH =,
    (coalesce("treatment_id", '00000000-0000-0000-0000-000000000000')) WITH =,
    int4range(coalesce("opens_minute", 0)::int, coalesce("closes_minute", 1440)::int) WITH &&);
--> statement-breakpoint
ALTER TABLE "clinic_hours" ADD CONSTRAINT "no_overlap_in_clinic_hours"
  EXCLUDE USING gist ("weekday" WITH =, int4range("opens_minute"::int, "closes_minute"::int) WITH &&);
--> statement-breakpoint
INSERT INTO "clinic" DEFAULT VALUES;
--> statement-breakpoint
-- Whatever changes what the public pages say notifies every node (`features/clinic/current-clinic.ts`).
CREATE FUNCTION notify_clinic_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('clinic_changed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER clinic_changed AFTER UPDATE ON "clinic" FOR EACH STATEMENT EXECUTE FUNCTION notify_clinic_changed();
--> statement-breakpoint
CREATE TRIGGER clinic_changed AFTER INSERT OR UPDATE OR DELETE ON "clinic_hours" FOR EACH STATEMENT EXECUTE FUNCTION notify_clinic_changed();
--> statement-breakpoint
CREATE TRIGGER clinic_changed AFTER INSERT OR UPDATE OR DELETE ON "treatments" FOR EACH STATEMENT EXECUTE FUNCTION notify_clinic_changed();
--> statement-breakpoint
CREATE TRIGGER clinic_changed AFTER INSERT OR UPDATE OR DELETE ON "appointment_options" FOR EACH STATEMENT EXECUTE FUNCTION notify_clinic_changed();
--> statement-breakpoint
-- Whatever queues a message wakes the nodes that send (`features/messages/deliver-messages.ts`).
CREATE FUNCTION notify_message_queued() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_nodes('message_queued');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER message_queued AFTER INSERT ON "outgoing_messages" FOR EACH STATEMENT EXECUTE FUNCTION notify_message_queued();
--> statement-breakpoint
-- The waiting list (docs/decisions/0031-a-waiting-list-that-looks-again.md). Whatever may have freed time says so if somebody
-- waits, and the nodes look whom to offer it to: a calendar and a day, or nothing for 'look everywhere'.
CREATE FUNCTION notify_time_freed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An entry that is being made looks when it is committed (`time_wanted`); if the time is freed after that, within a minute.
  IF EXISTS (SELECT FROM waiting_list_entries WHERE ended_at IS NULL) THEN
    PERFORM pg_notify('time_freed', OLD.calendar_id || ' ' || OLD.day);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER time_freed AFTER DELETE ON "busy_times" FOR EACH ROW EXECUTE FUNCTION notify_time_freed();
--> statement-breakpoint
CREATE TRIGGER time_freed_by_change AFTER UPDATE OF "calendar_id", "starts_at", "busy_until" ON "busy_times"
  FOR EACH ROW EXECUTE FUNCTION notify_time_freed();
--> statement-breakpoint
CREATE FUNCTION notify_timetable_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('time_freed', '');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER timetable_changed AFTER INSERT OR UPDATE OR DELETE ON "working_weeks" FOR EACH STATEMENT EXECUTE FUNCTION notify_timetable_changed();
--> statement-breakpoint
CREATE TRIGGER timetable_changed AFTER INSERT OR UPDATE OR DELETE ON "opening_hours" FOR EACH STATEMENT EXECUTE FUNCTION notify_timetable_changed();
--> statement-breakpoint
CREATE TRIGGER timetable_changed AFTER INSERT OR UPDATE OR DELETE ON "hours_exceptions" FOR EACH STATEMENT EXECUTE FUNCTION notify_timetable_changed();
--> statement-breakpoint
CREATE TRIGGER timetable_changed AFTER INSERT OR UPDATE OR DELETE ON "closures" FOR EACH STATEMENT EXECUTE FUNCTION notify_timetable_changed();
--> statement-breakpoint
CREATE TRIGGER timetable_changed AFTER INSERT OR UPDATE OR DELETE ON "clinic_hours" FOR EACH STATEMENT EXECUTE FUNCTION notify_timetable_changed();
--> statement-breakpoint
CREATE TRIGGER timetable_changed AFTER UPDATE ON "clinic" FOR EACH STATEMENT EXECUTE FUNCTION notify_timetable_changed();
--> statement-breakpoint
CREATE TRIGGER timetable_changed AFTER INSERT OR UPDATE OR DELETE ON "treatments" FOR EACH STATEMENT EXECUTE FUNCTION notify_timetable_changed();
--> statement-breakpoint
CREATE TRIGGER timetable_changed AFTER INSERT OR UPDATE OR DELETE ON "appointment_options" FOR EACH STATEMENT EXECUTE FUNCTION notify_timetable_changed();
--> statement-breakpoint
CREATE TRIGGER time_wanted AFTER INSERT ON "waiting_list_entries" FOR EACH STATEMENT EXECUTE FUNCTION notify_timetable_changed();
--> statement-breakpoint
-- A time that a person wants to book.
CREATE TYPE wanted_time AS (holder_id uuid, calendar_id uuid, day date, starts_at timestamptz, busy_until timestamptz);
--> statement-breakpoint
-- For each: ends what its holder holds in that calendar on that day, the holds there that are over, and what is offered to the
-- holder at that time. The offer itself ends at the commit, as accepted if this is the slot. Returns what ended.
CREATE FUNCTION end_holds(wanted wanted_time[], at timestamptz) RETURNS busy_times[] LANGUAGE plpgsql AS $$
DECLARE
  w wanted_time;
  gone busy_times[];
  ended busy_times[] := '{}';
BEGIN
  -- Usually nobody holds anything there, and looking costs less than a statement that deletes nothing.
  FOR w IN
    SELECT u.holder_id, u.calendar_id, u.day, u.starts_at, u.busy_until
    FROM unnest(wanted) WITH ORDINALITY AS u(holder_id, calendar_id, day, starts_at, busy_until, place)
    WHERE EXISTS (
      SELECT FROM busy_times t WHERE t.kind IN ('hold', 'offer') AND t.calendar_id = u.calendar_id AND t.day = u.day OFFSET 0)
    ORDER BY u.place
  LOOP
    WITH deleted AS (
      DELETE FROM busy_times t
        WHERE t.kind IN ('hold', 'offer') AND t.day = w.day AND t.calendar_id = w.calendar_id AND (
          t.kind = 'hold' AND (t.holder_id = w.holder_id OR t.expires_at <= at)
          OR t.kind = 'offer' AND t.holder_id = w.holder_id AND t.starts_at < w.busy_until AND t.busy_until > w.starts_at)
        RETURNING t AS busy_time
    )
    SELECT coalesce(array_agg(busy_time), '{}') INTO gone FROM deleted;
    ended := ended || gone;
  END LOOP;
  RETURN ended;
END $$;
--> statement-breakpoint
-- Whether hours, prices, options or rules have changed since a snapshot.
CREATE FUNCTION plan_has_changed(planned pg_snapshot) RETURNS boolean LANGUAGE sql AS $$
  SELECT EXISTS (
    SELECT FROM schedule_changes
    WHERE day IS NULL AND transaction >= pg_snapshot_xmin(planned)
      -- A restored backup can have rows with ids of transactions that this server has not reached.
      AND transaction < pg_snapshot_xmax(pg_current_snapshot()) AND NOT pg_visible_in_snapshot(transaction, planned)
  )
$$;
--> statement-breakpoint
-- The fields of a booking that `record_bookings` is given. With the row type of the table, PostgreSQL would copy the table's
-- constraints in each statement that reads an array of it: a quarter of the time that a booking alone needs.
CREATE TYPE wanted_booking AS (id uuid, option_id uuid, treatment_id uuid, calendar_id uuid, patient_id uuid, treated_id uuid,
  treatment_name text, doctor_name text, patient_name text, phone text, day date,
  start_minute smallint, minutes smallint, buffer_minutes smallint, starts_at timestamptz, ends_at timestamptz,
  price_minor int, currency text, payment text, pay_within_minutes smallint, free_cancellation_hours smallint,
  pay_by timestamptz, visit_reason text, booked_at timestamptz, changed_at timestamptz, changed_by uuid, changed_as text,
  change_reason text);
--> statement-breakpoint
-- Books times, each with its events and messages, or returns what is against it (`recordBooking` in features/booking/record-booking.ts): an
-- object with an outcome for each id. Bookings of one moment share a transaction, because a round trip and a commit cost more
-- than all that is done for one of them. They succeed or fail each by itself, and no two are of one patient. It does not look
-- whether a time is free: it claims it in the calendar, and the constraints decide, for any number of patients and servers at
-- once. A time that is taken fails no statement (ON CONFLICT DO NOTHING), and whoever is late writes nothing. Rows are inserted in
-- the order of what they can conflict in, so that two transactions seldom wait for each other in a circle. Large tables are read in subqueries for each
-- row, which use an index whatever the planner thinks of their size; a join might read all of the table.
CREATE FUNCTION record_bookings(request jsonb) RETURNS jsonb LANGUAGE plpgsql
  -- Planning these statements for every length of the arrays costs as much as executing them for one booking.
  SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
DECLARE
  wanted wanted_booking[] := ARRAY(SELECT b FROM jsonb_populate_recordset(NULL::wanted_booking, request->'bookings') AS b);
  most_unpaid int := request->>'mostUnpaid';
  -- Whose holds end; without it, each patient's own.
  holder uuid := request->>'holderId';
  outcomes jsonb := '{}';
  refused jsonb;
  ended busy_times[] := '{}';
  one wanted_booking;
  plan_changed boolean;
  any_held boolean;
  waiting uuid[];
  booked uuid[] := '{}';
  made uuid[];
BEGIN
  -- From a plan that was known before, this is the whole transaction, and the node notifies after it.
  IF request ? 'planned' THEN
    PERFORM set_config('openhours.notifies_later', 'on', true);
  END IF;
  -- The hours stay as they are until the transaction ends, and the patients' other bookings wait (`lockForBooking`). Bookings that
  -- share a transaction must not wait long for what only one of them needs: one whose patient is busy gets no outcome, and
  -- if another transaction is about to take or free a time, all fail soon. Then each is tried again by itself. So is one for
  -- a time that somebody else holds: whoever holds it may be among these, and their hold ends here before any time is claimed.
  IF NOT (request->>'waits')::boolean THEN
    PERFORM set_config('lock_timeout', '250ms', true);
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtext('openhours'), hashtext('timetable'));
  IF (request->>'waits')::boolean THEN
    PERFORM pg_advisory_xact_lock(hashtext('booking-patient'), hashtext(w.patient_id::text)) FROM unnest(wanted) w;
  ELSE
    wanted := ARRAY(SELECT w FROM unnest(wanted) w
      WHERE pg_try_advisory_xact_lock(hashtext('booking-patient'), hashtext(w.patient_id::text))
        AND NOT EXISTS (
          SELECT FROM busy_times t
          WHERE t.kind IN ('hold', 'offer') AND t.calendar_id = w.calendar_id AND t.day = w.day AND t.holder_id <> w.patient_id
            AND (t.kind = 'offer' OR t.expires_at > w.booked_at)
            AND t.starts_at < w.ends_at + w.buffer_minutes * interval '1 minute' AND t.busy_until > w.starts_at
          OFFSET 0));
  END IF;
  plan_changed := plan_has_changed((request->>'planned')::pg_snapshot);
  -- What is against each of them, and whether anybody holds a time on one of their days. With OFFSET 0, PostgreSQL finds it
  -- out once for each, and not again wherever it is used.
  -- A transaction that closes the option or deletes the account or the person treated waits for this one and sees its
  -- booking, or commits first and is seen here. The account is locked first, as `erasePerson` does.
  SELECT coalesce(array_agg(w) FILTER (WHERE outcome IS NULL), '{}'), bool_or(outcome IS NULL AND EXISTS (
      SELECT FROM busy_times t WHERE t.kind IN ('hold', 'offer') AND t.calendar_id = (w).calendar_id AND t.day = (w).day OFFSET 0)),
      coalesce(jsonb_object_agg((w).id, outcome) FILTER (WHERE outcome IS NOT NULL), '{}')
    INTO wanted, any_held, outcomes
    FROM (
      SELECT w, CASE
        WHEN stored IS NOT NULL THEN jsonb_build_object('stored', stored)
        WHEN plan_changed THEN '{"against": "changed"}'
        -- The same limit applies to appointments that cost nothing, except those that staff booked or moved. Otherwise one
        -- patient could take every slot that costs nothing.
        WHEN ((w).price_minor > 0 OR (w).changed_as = 'patient') AND most_unpaid <= (
          SELECT count(*) FROM bookings b
          WHERE b.patient_id = (w).patient_id AND b.starts_at > (w).booked_at AND b.state <> 'cancelled'
            AND CASE WHEN (w).price_minor > 0
              THEN b.price_minor > 0
                AND NOT EXISTS (SELECT FROM payments p WHERE p.booking_id = b.id AND p.state IN ('paid', 'on-hold'))
              ELSE b.price_minor = 0 AND b.changed_as = 'patient' END
        ) THEN '{"against": "unpaid"}'
        WHEN NOT EXISTS (SELECT FROM appointment_options o WHERE o.id = (w).option_id AND o.open FOR KEY SHARE)
          OR NOT EXISTS (SELECT FROM people p WHERE p.id = (w).patient_id AND p.deleted_at IS NULL FOR KEY SHARE)
          OR (w).treated_id <> (w).patient_id
            AND NOT EXISTS (SELECT FROM people p WHERE p.id = (w).treated_id AND p.deleted_at IS NULL FOR KEY SHARE)
          THEN '{"against": "closed"}'
        END AS outcome
      FROM (
        SELECT w, (
          SELECT (SELECT jsonb_build_object('requestHash', k.request_hash, 'outcome', k.outcome) FROM idempotency_keys k
            WHERE k.caller = g.caller AND k.call = g.call AND k.key = g.key)
          FROM jsonb_to_recordset(request->'keys') AS g(id uuid, caller text, call text, key text) WHERE g.id = w.id) AS stored
        FROM unnest(wanted) w OFFSET 0
      ) AS asked OFFSET 0
    ) AS judged;

  IF cardinality(wanted) = 0 THEN
    RETURN outcomes;
  END IF;

  IF any_held THEN
    ended := end_holds(
      ARRAY(SELECT ROW(coalesce(holder, w.patient_id), w.calendar_id, w.day, w.starts_at,
        w.ends_at + w.buffer_minutes * interval '1 minute')::wanted_time FROM unnest(wanted) w
        ORDER BY w.calendar_id, w.day, w.starts_at),
      (SELECT max(w.booked_at) FROM unnest(wanted) w));
  END IF;
  WITH claimed AS (
    INSERT INTO busy_times (id, kind, booking_id, calendar_id, day, start_minute, starts_at, busy_until)
      SELECT w.id, 'booking', w.id, w.calendar_id, w.day, w.start_minute, w.starts_at,
        w.ends_at + w.buffer_minutes * interval '1 minute'
      FROM unnest(wanted) w ORDER BY w.calendar_id, w.starts_at, w.id
      ON CONFLICT DO NOTHING RETURNING id
  )
  SELECT coalesce(array_agg(id), '{}') INTO waiting FROM claimed;
  IF cardinality(waiting) < cardinality(wanted) THEN
    SELECT coalesce(jsonb_object_agg(w.id, '{"against": "no_overlap_in_calendar"}'::jsonb), '{}') INTO refused
      FROM unnest(wanted) w WHERE w.id <> ALL (waiting);
    outcomes := outcomes || refused;
  END IF;

  -- Each try draws a new reference (the default), so one that is used already is no reason to refuse.
  WHILE waiting <> '{}' LOOP
    WITH inserted AS (
      INSERT INTO bookings (id, option_id, treatment_id, calendar_id, patient_id, treated_id, treatment_name, doctor_name,
          patient_name, phone, day, start_minute, minutes, buffer_minutes, starts_at, ends_at,
          price_minor, currency, payment, pay_within_minutes, free_cancellation_hours, pay_by, visit_reason, booked_at,
          changed_at, changed_by, changed_as, change_reason, email)
        -- The account is locked. Its address may have been changed since the request was read.
        SELECT w.*, coalesce((SELECT p.email FROM people p WHERE p.id = w.patient_id AND p.email LIKE '%@%'), '')
        FROM unnest(wanted) w WHERE w.id = ANY (waiting) ORDER BY w.treated_id, w.starts_at
        ON CONFLICT DO NOTHING RETURNING id, reference
    )
    SELECT coalesce(array_agg(id), '{}'), coalesce(jsonb_object_agg(id, jsonb_build_object('reference', reference)), '{}')
      INTO made, refused FROM inserted;
    booked := booked || made;
    outcomes := outcomes || refused;
    EXIT WHEN cardinality(made) = cardinality(waiting);

    waiting := ARRAY(SELECT unnest(waiting) EXCEPT SELECT unnest(made));
    SELECT coalesce(jsonb_object_agg(w.id, jsonb_build_object('against', violated)), '{}') INTO refused
      FROM unnest(wanted) w
      CROSS JOIN LATERAL (
        SELECT min(CASE WHEN b.treatment_id = w.treatment_id AND b.day = w.day
            THEN 'one_live_booking_per_treatment_and_day' ELSE 'patient_in_one_place' END) AS violated
        FROM bookings b
        WHERE b.treated_id = w.treated_id AND b.state <> 'cancelled'
          AND (b.treatment_id = w.treatment_id AND b.day = w.day OR b.starts_at < w.ends_at AND b.ends_at > w.starts_at)
      ) found
      WHERE w.id = ANY (waiting) AND violated IS NOT NULL;
    outcomes := outcomes || refused;
    DELETE FROM busy_times WHERE id = ANY (waiting) AND refused ? id::text;
    IF FOUND AND NOT (request->>'waits')::boolean THEN
      -- Others may have been refused for a time that is free again. They get no outcome, and are tried again by themselves.
      SELECT coalesce(
          jsonb_object_agg(key, value) FILTER (WHERE value->>'against' IS DISTINCT FROM 'no_overlap_in_calendar'), '{}')
        INTO outcomes FROM jsonb_each(outcomes);
    END IF;
    waiting := ARRAY(SELECT id FROM unnest(waiting) AS id WHERE NOT refused ? id::text);
  END LOOP;
  -- Whoever was refused gets back what they held or were offered, unless that time is booked now.
  IF cardinality(ended) > 0 THEN
    INSERT INTO busy_times SELECT (t).* FROM unnest(ended) AS t
      WHERE (t).kind = 'offer'
        OR (t).expires_at > (SELECT max(w.booked_at) FROM unnest(wanted) w)
          AND NOT EXISTS (
            SELECT FROM unnest(wanted) w WHERE w.id = ANY (booked) AND coalesce(holder, w.patient_id) = (t).holder_id)
      ON CONFLICT DO NOTHING;
  END IF;
  IF booked = '{}' THEN
    IF cardinality(ended) > 0 THEN
      PERFORM pg_notify('live_events', '');
    END IF;
    RETURN outcomes;
  END IF;

  -- A number that is confirmed is changed by its owner only (`rememberPhone`). If the person treated has a number of their own,
  -- the one that staff book with is not the number of whoever looks after them.
  FOREACH one IN ARRAY wanted LOOP
    CONTINUE WHEN one.phone = '' OR one.id <> ALL (booked);
    UPDATE people SET phone = one.phone, updated_at = one.booked_at
      WHERE id = one.patient_id AND phone IS DISTINCT FROM one.phone AND deleted_at IS NULL AND phone_confirmed_at IS NULL
        AND (one.changed_as = 'patient' OR NOT EXISTS (
          SELECT FROM people t WHERE t.id = one.treated_id AND t.id <> one.patient_id AND t.phone IS NOT NULL));
  END LOOP;
  PERFORM publish_live_events((
    SELECT jsonb_agg(item) FROM (
      SELECT DISTINCT slots_event(w.day) AS item FROM unnest(wanted) w WHERE w.id = ANY (booked)
      UNION ALL
      SELECT jsonb_build_object('audience', w.patient_id, 'event', jsonb_build_object('type', 'booking', 'bookingId', w.id))
        FROM unnest(wanted) w WHERE w.id = ANY (booked)
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
    SELECT array_agg(id) INTO made FROM given HAVING count(*) > (SELECT count(*) FROM stored);
    IF made IS NOT NULL THEN
      -- Whoever tries again finds the refusal, which takes no lock.
      RAISE serialization_failure USING MESSAGE = 'another attempt with this Idempotency-Key was refused meanwhile';
    END IF;
  END IF;
  RETURN outcomes;
END $$;
--> statement-breakpoint
-- Holds a time for a person, or returns what is against it (`recordHold` in features/booking/hold-store.ts); then their other
-- holds stay. If they hold the slot already, or are offered the time, that hold or offer is returned with its own end: only a
-- booking ends an offer.
CREATE FUNCTION record_hold(request jsonb) RETURNS jsonb LANGUAGE plpgsql
  SET plan_cache_mode = 'force_generic_plan' SET enable_seqscan = off AS $$
DECLARE
  wanted busy_times := jsonb_populate_record(NULL::busy_times, request->'hold');
  too_many uuid[];
  at timestamptz := request->>'now';
  theirs busy_times;
BEGIN
  IF request ? 'planned' THEN
    PERFORM set_config('openhours.notifies_later', 'on', true);
  END IF;
  -- As `lockForBooking`, so that nobody holds too many by asking for several at once.
  PERFORM pg_advisory_xact_lock_shared(hashtext('openhours'), hashtext('timetable')),
    pg_advisory_xact_lock(hashtext('booking-patient'), hashtext(wanted.holder_id::text));
  IF plan_has_changed((request->>'planned')::pg_snapshot) THEN
    RETURN '{"against": "changed"}';
  END IF;
  -- The hold will end with the session.
  PERFORM FROM sessions WHERE id = wanted.session_id FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN '{"against": "signed out"}';
  END IF;

  SELECT t.* INTO theirs FROM busy_times t
    WHERE t.day = wanted.day AND t.calendar_id = wanted.calendar_id AND t.holder_id = wanted.holder_id
      AND (t.kind = 'offer' AND t.starts_at <= wanted.starts_at AND t.busy_until >= wanted.busy_until
        OR t.kind = 'hold' AND t.start_minute = wanted.start_minute AND t.option_id = wanted.option_id AND t.expires_at > at);
  IF NOT FOUND THEN
    BEGIN
      -- One hold in a calendar and day, and only so many in all: the oldest elsewhere end.
      -- Usually nobody holds anything there, and looking costs less than a statement that deletes nothing.
      IF EXISTS (SELECT FROM busy_times t WHERE t.kind = 'hold' AND t.calendar_id = wanted.calendar_id AND t.day = wanted.day) THEN
        DELETE FROM busy_times t
          WHERE t.kind = 'hold' AND t.day = wanted.day AND t.calendar_id = wanted.calendar_id
            AND (t.holder_id = wanted.holder_id OR t.expires_at <= at);
      END IF;
      -- With OFFSET 0, PostgreSQL finds this person's holds first, and does not read everybody's in the order in which they expire.
      too_many := ARRAY(
        SELECT id FROM (SELECT id, expires_at FROM busy_times WHERE kind = 'hold' AND holder_id = wanted.holder_id OFFSET 0) AS held
        WHERE expires_at > at
        ORDER BY expires_at DESC, id DESC OFFSET (request->>'mostHolds')::int - 1);
      IF too_many <> '{}' THEN
        DELETE FROM busy_times WHERE id = ANY (too_many);
      END IF;
      INSERT INTO busy_times SELECT wanted.* ON CONFLICT DO NOTHING RETURNING * INTO theirs;
      IF NOT FOUND THEN
        RAISE EXCEPTION USING ERRCODE = 'OHBSY', MESSAGE = 'the time is taken';
      END IF;
    EXCEPTION WHEN SQLSTATE 'OHBSY' THEN
      RETURN '{"against": "busy"}';
    END;
    PERFORM publish_live_events(jsonb_build_array(slots_event(wanted.day) || jsonb_build_object('exceptFor', wanted.holder_id)));
  END IF;
  RETURN jsonb_build_object('id', theirs.id, 'expiresAt', theirs.expires_at);
END $$;
--> statement-breakpoint
-- The same for holds of one moment, which share a transaction. Returns their outcomes in the order of the requests. Each is held
-- or refused by itself. None may wait long for a lock: if one has to, all fail, and each is tried again by itself. They are recorded
-- in the order of what they can conflict in, as bookings are.
CREATE FUNCTION record_holds(requests jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  one record;
  outcomes jsonb[] := array_fill(NULL::jsonb, ARRAY[jsonb_array_length(requests)]);
BEGIN
  PERFORM set_config('lock_timeout', '250ms', true);
  FOR one IN
    SELECT request, place FROM jsonb_array_elements(requests) WITH ORDINALITY AS r(request, place)
    ORDER BY request->'hold'->>'calendar_id', request->'hold'->>'starts_at'
  LOOP
    outcomes[one.place] := record_hold(one.request);
  END LOOP;
  RETURN to_jsonb(outcomes);
END $$;
--> statement-breakpoint
-- Answers about free slots are cached (docs/decisions/0038-cached-free-slots.md). Whoever changes what they are made of
-- leaves a row: a day, or null for every day.
CREATE FUNCTION note_schedule_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO schedule_changes DEFAULT VALUES;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION note_changed_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO schedule_changes (day) SELECT day FROM changed_from UNION SELECT day FROM changed;
  ELSE
    INSERT INTO schedule_changes (day) SELECT DISTINCT day FROM changed;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER schedule_changed AFTER INSERT ON "busy_times" REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_days();
--> statement-breakpoint
CREATE TRIGGER schedule_changed_by_update AFTER UPDATE ON "busy_times" REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_days();
--> statement-breakpoint
CREATE TRIGGER schedule_changed_by_delete AFTER DELETE ON "busy_times" REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_days();
--> statement-breakpoint
CREATE TRIGGER schedule_changed AFTER INSERT OR UPDATE OR DELETE ON "working_weeks" FOR EACH STATEMENT EXECUTE FUNCTION note_schedule_change();
--> statement-breakpoint
CREATE TRIGGER schedule_changed AFTER INSERT OR UPDATE OR DELETE ON "opening_hours" FOR EACH STATEMENT EXECUTE FUNCTION note_schedule_change();
--> statement-breakpoint
CREATE TRIGGER schedule_changed AFTER INSERT OR UPDATE OR DELETE ON "hours_exceptions" FOR EACH STATEMENT EXECUTE FUNCTION note_schedule_change();
--> statement-breakpoint
CREATE TRIGGER schedule_changed AFTER INSERT OR UPDATE OR DELETE ON "closures" FOR EACH STATEMENT EXECUTE FUNCTION note_schedule_change();
--> statement-breakpoint
CREATE TRIGGER schedule_changed AFTER INSERT OR UPDATE OR DELETE ON "clinic_hours" FOR EACH STATEMENT EXECUTE FUNCTION note_schedule_change();
--> statement-breakpoint
CREATE TRIGGER schedule_changed AFTER INSERT OR UPDATE OR DELETE ON "clinic" FOR EACH STATEMENT EXECUTE FUNCTION note_schedule_change();
--> statement-breakpoint
CREATE TRIGGER schedule_changed AFTER INSERT OR UPDATE OR DELETE ON "treatments" FOR EACH STATEMENT EXECUTE FUNCTION note_schedule_change();
--> statement-breakpoint
CREATE TRIGGER schedule_changed AFTER INSERT OR UPDATE OR DELETE ON "appointment_options" FOR EACH STATEMENT EXECUTE FUNCTION note_schedule_change();
--> statement-breakpoint
-- Who of the staff wants an email about new bookings belongs to what a booking is made from.
CREATE TRIGGER staff_changed AFTER UPDATE OF "is_admin", "is_doctor", "is_front_desk", "deleted_at" ON "people"
  FOR EACH ROW WHEN ((OLD."is_admin", OLD."is_doctor", OLD."is_front_desk", OLD."deleted_at")
    IS DISTINCT FROM (NEW."is_admin", NEW."is_doctor", NEW."is_front_desk", NEW."deleted_at"))
  EXECUTE FUNCTION note_schedule_change();
--> statement-breakpoint
CREATE TRIGGER staff_choice_made AFTER INSERT OR UPDATE ON "message_choices"
  FOR EACH ROW WHEN (NEW."topic" = 'new-bookings') EXECUTE FUNCTION note_schedule_change();
--> statement-breakpoint
CREATE TRIGGER staff_choice_ended AFTER DELETE ON "message_choices"
  FOR EACH ROW WHEN (OLD."topic" = 'new-bookings') EXECUTE FUNCTION note_schedule_change();
--> statement-breakpoint
CREATE TRIGGER staff_choice_of_clinic AFTER INSERT OR UPDATE OR DELETE ON "clinic_message_choices"
  FOR EACH STATEMENT EXECUTE FUNCTION note_schedule_change();
--> statement-breakpoint
-- An offer that ends lets go of its slot.
CREATE FUNCTION free_offered_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM busy_times WHERE id = OLD.id AND kind = 'offer';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER offer_ended AFTER UPDATE OF "state" ON "waiting_list_offers"
  FOR EACH ROW WHEN (OLD.state = 'open' AND NEW.state <> 'open') EXECUTE FUNCTION free_offered_time();
--> statement-breakpoint
CREATE TRIGGER offer_deleted AFTER DELETE ON "waiting_list_offers"
  FOR EACH ROW WHEN (OLD.state = 'open') EXECUTE FUNCTION free_offered_time();
--> statement-breakpoint
-- The other way round: if something else takes the slot (its holder books over it, the clinic blocks it), the offer ends.
-- At the commit, because whoever accepts lets go of the slot before they book it.
CREATE FUNCTION withdraw_offer_without_time() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE waiting_list_offers SET state = 'withdrawn' WHERE id = OLD.id AND state = 'open'
    AND NOT EXISTS (SELECT 1 FROM busy_times WHERE id = OLD.id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER offer_without_time AFTER DELETE ON "busy_times" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.kind = 'offer') EXECUTE FUNCTION withdraw_offer_without_time();
--> statement-breakpoint
-- An entry that ends withdraws what is offered to it.
CREATE FUNCTION withdraw_offers_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE waiting_list_offers SET state = 'withdrawn' WHERE entry_id = NEW.id AND state = 'open';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER entry_ended AFTER UPDATE OF "ended_at" ON "waiting_list_entries"
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL) EXECUTE FUNCTION withdraw_offers_of_entry();
--> statement-breakpoint
-- An appointment, however it came about, ends the entries that asked for it, and the offers that its patient can no
-- longer take. The entries are locked first: whoever offers locks them too, and then reads the appointments.
CREATE FUNCTION settle_waiting_list(booking bookings, before bookings) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  was_there boolean := coalesce(before.state <> 'cancelled', false);
BEGIN
  PERFORM 1 FROM waiting_list_entries WHERE treated_id = booking.treated_id AND ended_at IS NULL
    ORDER BY id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF booking.state = 'cancelled' THEN
    UPDATE waiting_list_entries SET ended_at = booking.changed_at, ended_as = 'over'
      WHERE booking_id = booking.id AND ended_at IS NULL;
    RETURN;
  END IF;
  UPDATE waiting_list_offers o SET state = 'accepted', booking_id = booking.id
    FROM waiting_list_entries e
    WHERE e.id = o.entry_id AND e.treated_id = booking.treated_id AND e.treatment_id = booking.treatment_id AND o.state = 'open'
      AND (e.booking_id IS NULL OR e.booking_id = booking.id) AND (e.booking_id IS NOT NULL OR NOT was_there)
      -- By day and minute, because a change of the clinic's time zone changes `starts_at`.
      AND o.option_id = booking.option_id AND o.day = booking.day AND o.start_minute = booking.start_minute;
  UPDATE waiting_list_entries e SET ended_at = booking.changed_at, ended_as = 'booked'
    WHERE e.treated_id = booking.treated_id AND e.treatment_id = booking.treatment_id AND e.ended_at IS NULL
      AND (EXISTS (SELECT 1 FROM waiting_list_offers o WHERE o.entry_id = e.id AND o.state = 'accepted')
        OR booking.day BETWEEN e.first_day AND e.last_day
          AND CASE WHEN e.booking_id IS NULL THEN NOT was_there OR before.day NOT BETWEEN e.first_day AND e.last_day
            ELSE e.booking_id = booking.id AND was_there
              AND (booking.day, booking.start_minute) < (before.day, before.start_minute) END);
  UPDATE waiting_list_offers o SET state = 'withdrawn'
    FROM waiting_list_entries e
    WHERE e.id = o.entry_id AND e.treated_id = booking.treated_id AND o.state = 'open'
      AND e.booking_id IS DISTINCT FROM booking.id
      AND (o.starts_at < booking.ends_at AND booking.starts_at < o.ends_at OR e.treatment_id = booking.treatment_id AND o.day = booking.day);
END $$;
--> statement-breakpoint
CREATE FUNCTION settle_waiting_list_of_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_waiting_list(i, NULL) FROM inserted i
    WHERE EXISTS (SELECT FROM waiting_list_entries e WHERE e.treated_id = i.treated_id AND e.ended_at IS NULL OFFSET 0);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bookings_settle_waiting_list AFTER INSERT ON "bookings" REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION settle_waiting_list_of_new();
--> statement-breakpoint
CREATE FUNCTION settle_waiting_list_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM settle_waiting_list(NEW, OLD);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER booking_settles_waiting_list AFTER UPDATE OF "state", "day", "start_minute", "starts_at", "option_id"
  ON "bookings" FOR EACH ROW EXECUTE FUNCTION settle_waiting_list_of_changed();
--> statement-breakpoint
-- Whoever is deleted waits for nothing. Whoever gets an account of their own waits under it, if at all.
CREATE FUNCTION leave_waiting_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.deleted_at IS NOT NULL THEN
    DELETE FROM waiting_list_entries WHERE person_id = NEW.id OR treated_id = NEW.id;
  ELSE
    UPDATE waiting_list_entries SET ended_at = NEW.updated_at, ended_as = 'over'
      WHERE treated_id = NEW.id AND person_id <> NEW.id AND ended_at IS NULL;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER the_deleted_leave_the_waiting_list AFTER UPDATE OF "deleted_at" ON "people"
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL) EXECUTE FUNCTION leave_waiting_list();
--> statement-breakpoint
CREATE TRIGGER those_with_an_account_leave_the_waiting_list AFTER UPDATE OF "guardian_id" ON "people"
  FOR EACH ROW WHEN (OLD.guardian_id IS DISTINCT FROM NEW.guardian_id AND NEW.deleted_at IS NULL)
  EXECUTE FUNCTION leave_waiting_list();
--> statement-breakpoint
-- Open pages show people their own entries and offers as they are, and show the desk who is waiting.
CREATE FUNCTION publish_waiting_list_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM publish_live_events(coalesce((
    SELECT jsonb_agg(jsonb_build_object('audience', e.person_id, 'event', jsonb_build_object('type', 'waiting-list')))
    FROM waiting_list_entries e WHERE e.id = NEW.entry_id), '[]'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER waiting_list_changed AFTER INSERT OR UPDATE OF "state" ON "waiting_list_offers"
  FOR EACH ROW EXECUTE FUNCTION publish_waiting_list_changed();
--> statement-breakpoint
CREATE FUNCTION publish_entry_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM publish_live_events((
    SELECT jsonb_agg(jsonb_build_object('audience', p.id, 'event', jsonb_build_object('type', 'waiting-list')))
    FROM people p WHERE p.id = NEW.person_id OR p.is_admin OR p.is_front_desk));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER waiting_list_changed AFTER INSERT OR UPDATE OF "ended_at" ON "waiting_list_entries"
  FOR EACH ROW EXECUTE FUNCTION publish_entry_changed();
--> statement-breakpoint
-- A number is confirmed with a code that was sent to it, so another number is not.
CREATE FUNCTION unconfirm_other_phone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.phone_confirmed_at := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER unconfirm_other_phone BEFORE UPDATE OF phone ON "people"
  FOR EACH ROW WHEN (NEW.phone IS DISTINCT FROM OLD.phone) EXECUTE FUNCTION unconfirm_other_phone();
--> statement-breakpoint
-- Counting a million people takes long, so whoever gets or loses an account is counted then (`peopleCounts`).
CREATE FUNCTION count_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO people_counts (people) VALUES (TG_ARGV[0]::int);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER count_new_person AFTER INSERT ON "people"
  FOR EACH ROW WHEN (NEW.email LIKE '%@%') EXECUTE FUNCTION count_person('1');
--> statement-breakpoint
CREATE TRIGGER count_person_with_account AFTER UPDATE OF "email" ON "people"
  FOR EACH ROW WHEN (OLD.email NOT LIKE '%@%' AND NEW.email LIKE '%@%') EXECUTE FUNCTION count_person('1');
--> statement-breakpoint
CREATE TRIGGER count_person_without_account AFTER UPDATE OF "email" ON "people"
  FOR EACH ROW WHEN (OLD.email LIKE '%@%' AND NEW.email NOT LIKE '%@%') EXECUTE FUNCTION count_person('-1');
--> statement-breakpoint
CREATE TRIGGER count_deleted_person AFTER DELETE ON "people"
  FOR EACH ROW WHEN (OLD.email LIKE '%@%') EXECUTE FUNCTION count_person('-1');
