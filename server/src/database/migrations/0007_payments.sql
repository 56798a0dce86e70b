CREATE SEQUENCE "public"."receipt_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
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
	"gone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
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
	CONSTRAINT "payment_order_amount_positive" CHECK ("payment_orders"."amount_minor" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"via" text NOT NULL,
	"provider" text NOT NULL,
	"transaction_id" text NOT NULL,
	"bank_reference" text,
	"amount_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"taken_minor" integer NOT NULL,
	"taken_currency" text NOT NULL,
	"state" text NOT NULL,
	"held_because" text,
	"receipt_number" integer,
	"refunded_minor" integer DEFAULT 0 NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_payment_per_transaction" UNIQUE("provider","transaction_id"),
	CONSTRAINT "one_payment_per_bank_reference" UNIQUE("provider","bank_reference"),
	CONSTRAINT "one_receipt_per_number" UNIQUE("receipt_number"),
	CONSTRAINT "payment_state_known" CHECK ("payments"."state" in ('kept', 'on-hold', 'given-back')),
	CONSTRAINT "payment_amount_positive" CHECK ("payments"."amount_minor" > 0),
	CONSTRAINT "refunds_within_payment" CHECK ("payments"."refunded_minor" between 0 and "payments"."amount_minor")
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone,
	CONSTRAINT "one_row_per_provider_event" UNIQUE("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_minor" integer NOT NULL,
	"state" text DEFAULT 'wanted' NOT NULL,
	"cause" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"wanted_by" uuid,
	"request_key" text,
	"reference" text,
	"failure" text,
	"wanted_at" timestamp with time zone NOT NULL,
	"ask_at" timestamp with time zone NOT NULL,
	"times_asked" integer DEFAULT 0 NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "one_refund_per_request_key" UNIQUE("payment_id","request_key"),
	CONSTRAINT "one_refund_per_reference" UNIQUE("payment_id","reference"),
	CONSTRAINT "refund_amount_positive" CHECK ("refunds"."amount_minor" > 0)
);
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD CONSTRAINT "payment_orders_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_payment_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_wanted_by_people_id_fk" FOREIGN KEY ("wanted_by") REFERENCES "public"."people"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_difference" ON "payment_differences" USING btree ("provider","transaction_id","kind") WHERE gone_at is null;--> statement-breakpoint
CREATE INDEX "payment_log_of_payment" ON "payment_log" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "payment_log_of_booking" ON "payment_log" USING btree ("booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_card_order_per_booking" ON "payment_orders" USING btree ("booking_id") WHERE via = 'card' and state in ('open', 'processing');--> statement-breakpoint
CREATE INDEX "payment_orders_to_ask_about" ON "payment_orders" USING btree ("ask_at") WHERE state in ('open', 'processing');--> statement-breakpoint
CREATE INDEX "payment_orders_of_booking" ON "payment_orders" USING btree ("booking_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_payment_per_booking" ON "payments" USING btree ("booking_id") WHERE state = 'kept';--> statement-breakpoint
CREATE INDEX "payments_of_booking" ON "payments" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "payments_by_state" ON "payments" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "provider_events_by_age" ON "provider_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "refunds_to_ask_about" ON "refunds" USING btree ("ask_at") WHERE state in ('wanted', 'under-way');