CREATE TABLE "buyer_details" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"country" text NOT NULL,
	"tax_number" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cancellation_reasons" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"subscription_id" uuid,
	"sku" text,
	"reason" text,
	"text" text,
	"offer_taken" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cancellation_reasons_reason" CHECK ("cancellation_reasons"."reason" in ('too-expensive', 'no-time', 'not-as-expected', 'technical-problems', 'only-for-a-while')),
	CONSTRAINT "cancellation_reasons_offer_taken" CHECK ("cancellation_reasons"."offer_taken" in ('yearly', 'pause'))
);
--> statement-breakpoint
CREATE TABLE "used_trials" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"card_fingerprint" text,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "used_trials_card" UNIQUE("provider","card_fingerprint")
);
--> statement-breakpoint
CREATE TABLE "read_keys" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"data" jsonb,
	"subject" text,
	"created_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"given_up_at" timestamp with time zone,
	"failure" text,
	"answer" text,
	CONSTRAINT "webhook_deliveries_once" UNIQUE("webhook_id","event","subject"),
	CONSTRAINT "webhook_deliveries_event" CHECK ("webhook_deliveries"."event" in ('member.joined', 'membership.began', 'membership.renewed', 'membership.renewal_failed', 'membership.ended', 'entry.published', 'message.received')),
	CONSTRAINT "webhook_deliveries_failure" CHECK ("webhook_deliveries"."failure" in ('address', 'connection', 'timeout', 'redirect', 'status'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"former_secret" text,
	"former_until" timestamp with time zone,
	"events" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhooks_events" CHECK ("webhooks"."events" <@ array['member.joined', 'membership.began', 'membership.renewed', 'membership.renewal_failed', 'membership.ended', 'entry.published', 'message.received']::text[])
);
--> statement-breakpoint
ALTER TABLE "payment_methods" ALTER COLUMN "brand" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ALTER COLUMN "last4" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ALTER COLUMN "exp_month" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_methods" ALTER COLUMN "exp_year" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "bounced_addresses" ADD COLUMN "retried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "paid_once" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "buyer" jsonb;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD COLUMN "kind" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "way" text DEFAULT 'card' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tax_rates" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "trial_days" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "on_trial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "former_readers" ADD COLUMN "reader_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "buyer_details" ADD CONSTRAINT "buyer_details_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellation_reasons" ADD CONSTRAINT "cancellation_reasons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancellation_reasons" ADD CONSTRAINT "cancellation_reasons_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cancellation_reasons_user" ON "cancellation_reasons" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "cancellation_reasons_subscription" ON "cancellation_reasons" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "cancellation_reasons_created" ON "cancellation_reasons" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("webhook_id","next_try_at") WHERE "webhook_deliveries"."delivered_at" is null and "webhook_deliveries"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_given_up" ON "webhook_deliveries" USING btree ("given_up_at") WHERE "webhook_deliveries"."given_up_at" is not null;--> statement-breakpoint
ALTER TABLE "redirects" DROP COLUMN "created_at";--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_kind" CHECK ("payment_methods"."kind" in ('card', 'sepa_debit', 'paypal', 'link'));--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_card" CHECK ("payment_methods"."kind" <> 'card' or num_nulls("payment_methods"."brand", "payment_methods"."last4", "payment_methods"."exp_month", "payment_methods"."exp_year") = 0);--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_way" CHECK ("payments"."way" in ('card', 'sepa_debit', 'paypal', 'link', 'blik', 'p24'));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_trial" CHECK ("products"."trial_days" is null or "products"."kind" = 'membership');