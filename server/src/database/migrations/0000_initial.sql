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
	"reference" text DEFAULT (substr('CDFHJKMNPQRTWX', 1 + floor(random() * 14)::int, 1) || substr('23456789CDFHJKMNPQRTWX', 1 + floor(random() * 22)::int, 1) || substr('23456789CDFHJKMNPQRTWX', 1 + floor(random() * 22)::int, 1) || substr('23456789CDFHJKMNPQRTWX', 1 + floor(random() * 22)::int, 1) || substr('23456789CDFHJKMNPQRTWX', 1 + floor(random() * 22)::int, 1) || substr('23456789CDFHJKMNPQRTWX', 1 + floor(random() * 22)::int, 1)) NOT NULL,
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
	"free_at_least_until" timestamp with time zone,
	"pay_by" timestamp with time zone,
	"visit_reason" text DEFAULT '' NOT NULL,
	"booked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"series_id" uuid,
	"confirmed_at" timestamp with time zone,
	"told_version" integer,
	"told_at" timestamp with time zone,
	"told_by" uuid,
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
	CONSTRAINT "booking_pay_by_online" CHECK ("bookings"."payment" = 'at-booking' or "bookings"."pay_by" is null),
	CONSTRAINT "booking_told_by_somebody" CHECK (num_nulls("bookings"."told_version", "bookings"."told_at", "bookings"."told_by") in (0, 3)),
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
	"confirmed_email_only" boolean DEFAULT false NOT NULL,
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
CREATE TABLE "former_time_zones" (
	"until" timestamp with time zone PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL
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
CREATE TABLE "special_hours" (
	"date" date NOT NULL,
	"opens_minute" smallint NOT NULL,
	"closes_minute" smallint NOT NULL,
	CONSTRAINT "one_special_opening_per_time" PRIMARY KEY("date","opens_minute"),
	CONSTRAINT "special_opening_within_a_day" CHECK (0 <= "special_hours"."opens_minute" and "special_hours"."opens_minute" < "special_hours"."closes_minute" and "special_hours"."closes_minute" <= 1440)
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
	"image_alt" text DEFAULT '' NOT NULL,
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
	"phone_changed_at" timestamp with time zone,
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
	"middle_location" text,
	"thumbnail_location" text,
	"wanted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "image_named_by_content" CHECK ("images"."hash" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "image_stored_whole" CHECK (num_nulls("images"."store", "images"."location", "images"."middle_location", "images"."thumbnail_location") in (0, 4))
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
	CONSTRAINT "outgoing_message_state_known" CHECK ("outgoing_messages"."state" in ('waiting', 'sending', 'sent', 'failed', 'unreachable', 'dropped')),
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
	"receipt_year" integer,
	"paid_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone NOT NULL,
	"compare_at" timestamp with time zone,
	CONSTRAINT "one_payment_per_transaction" UNIQUE("provider","transaction_id"),
	CONSTRAINT "one_receipt_per_number" UNIQUE("receipt_number"),
	CONSTRAINT "payment_state_known" CHECK ("payments"."state" in ('paid', 'on-hold', 'released')),
	CONSTRAINT "payment_amount_positive" CHECK ("payments"."amount_minor" > 0),
	CONSTRAINT "receipt_has_year" CHECK (("payments"."receipt_number" is null) = ("payments"."receipt_year" is null)),
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
	"method" text,
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
	CONSTRAINT "refund_amount_positive" CHECK ("refunds"."amount_minor" > 0),
	CONSTRAINT "payout_is_done" CHECK ("refunds"."method" is null or "refunds"."method" in ('transfer', 'cash', 'terminal') and "refunds"."state" in ('succeeded', 'failed'))
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
	"to_minute" smallint DEFAULT 1440 NOT NULL,
	"calendar_id" uuid,
	"reason" text NOT NULL,
	CONSTRAINT "closed_once" UNIQUE NULLS NOT DISTINCT("first_day","from_minute","last_day","to_minute","calendar_id"),
	CONSTRAINT "closure_ends_after_it_begins" CHECK (("closures"."first_day", "closures"."from_minute") < ("closures"."last_day", "closures"."to_minute")),
	CONSTRAINT "closure_begins_on_its_first_day" CHECK ("closures"."from_minute" between 0 and 1439),
	CONSTRAINT "closure_ends_on_its_last_day" CHECK ("closures"."to_minute" between 1 and 1440)
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
CREATE TABLE "special_hours_doctors" (
	"date" date NOT NULL,
	"calendar_id" uuid NOT NULL,
	CONSTRAINT "doctor_chosen_once_per_date" PRIMARY KEY("date","calendar_id")
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
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_told_by_people_id_fk" FOREIGN KEY ("told_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_changed_by_people_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_holder_id_people_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_option_id_appointment_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."appointment_options"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "special_hours_doctors" ADD CONSTRAINT "special_hours_doctors_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "working_weeks" ADD CONSTRAINT "working_weeks_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_entries" ADD CONSTRAINT "waiting_list_entries_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_entries" ADD CONSTRAINT "waiting_list_entries_treated_id_people_id_fk" FOREIGN KEY ("treated_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_entries" ADD CONSTRAINT "waiting_list_entries_treatment_id_treatments_id_fk" FOREIGN KEY ("treatment_id") REFERENCES "public"."treatments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_entries" ADD CONSTRAINT "waiting_list_entries_option_id_appointment_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."appointment_options"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_entries" ADD CONSTRAINT "waiting_list_entries_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_offers" ADD CONSTRAINT "waiting_list_offers_entry_id_waiting_list_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."waiting_list_entries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list_offers" ADD CONSTRAINT "waiting_list_offers_option_id_appointment_options_id_fk" FOREIGN KEY ("option_id") REFERENCES "public"."appointment_options"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
CREATE INDEX "bookings_of_treated" ON "bookings" USING btree ("treated_id","starts_at");--> statement-breakpoint
CREATE INDEX "bookings_by_phone" ON "bookings" USING btree ("phone") WHERE "bookings"."phone" <> '';--> statement-breakpoint
CREATE INDEX "bookings_cancelled" ON "bookings" USING btree ("changed_at") WHERE "bookings"."state" = 'cancelled' and "bookings"."cancel_refund" = 'full';--> statement-breakpoint
CREATE UNIQUE INDEX "one_booking_per_reference" ON "bookings" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "one_busy_time_per_slot" ON "busy_times" USING btree ("day","calendar_id","start_minute");--> statement-breakpoint
CREATE INDEX "busy_times_of_calendar" ON "busy_times" USING btree ("calendar_id","starts_at");--> statement-breakpoint
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
CREATE INDEX "payments_by_day" ON "payments" USING btree ("paid_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_way" ON "payments" USING btree ("via","method","paid_at","id");--> statement-breakpoint
CREATE INDEX "payments_to_compare" ON "payments" USING btree ("provider","compare_at");--> statement-breakpoint
CREATE INDEX "payments_by_time" ON "payments" USING btree ("settled_at","via","method","currency","amount_minor");--> statement-breakpoint
CREATE INDEX "refunds_by_end" ON "refunds" USING btree ("done_at") WHERE done_at is not null;--> statement-breakpoint
CREATE INDEX "payouts_by_time" ON "refunds" USING btree ("requested_at") WHERE method is not null;--> statement-breakpoint
CREATE INDEX "refunds_after_disputes" ON "refunds" USING btree ("payment_id") WHERE cause = 'disputed';--> statement-breakpoint
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
CREATE VIEW "public"."money_movements" AS (
  select 'payment' as kind, p.id as payment_id, p.settled_at as at, coalesce(p.method, p.via) as method,
    p.via = 'clinic' as is_by_staff, p.taken_by as by_id, p.currency, p.amount_minor
  from payments p
  union all
  select case r.cause when 'correction' then 'correction' else 'refund' end, r.payment_id, r.done_at,
    coalesce(p.method, p.via), p.via = 'clinic', r.done_by, r.currency, -r.amount_minor
  from refunds r join payments p on p.id = r.payment_id
  where r.state = 'succeeded' and r.method is null
  union all
  select 'refund', r.payment_id, r.requested_at, r.method, true, r.requested_by, r.currency, -r.amount_minor
  from refunds r
  where r.method is not null
  union all
  select 'payout-correction', r.payment_id, r.done_at, r.method, true, r.done_by, r.currency, r.amount_minor
  from refunds r
  where r.method is not null and r.state = 'failed');--> statement-breakpoint
CREATE VIEW "public"."payment_books" AS (select "id", "booking_id", "order_id", "via", "provider", "method", "taken_by", "transaction_id", "bank_reference", "amount_minor", "currency", "taken_minor", "taken_currency", "state", "held_because", "receipt_number", "receipt_year", "paid_at", "settled_at", "compare_at", (select coalesce(sum(r.amount_minor), 0)::int from refunds r
        where r.payment_id = payments.id and r.state <> 'failed') as "refunded_minor", (select coalesce(sum(r.amount_minor), 0)::int from refunds r
        where r.payment_id = payments.id and r.state = 'succeeded') as "returned_minor", exists (select 1 from payment_differences d where d.provider = payments.provider
        and d.transaction_id = payments.transaction_id and d.kind = 'disputed' and d.gone_at is null) as "disputed", (select p.name from people p where p.id = payments.taken_by) as "taken_by_name" from "payments");
