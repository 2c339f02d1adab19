CREATE TABLE "card_setups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_reference" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "card_setups_provider_reference_unique" UNIQUE("provider_reference")
);
--> statement-breakpoint
CREATE TABLE "credit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"invoice_id" uuid NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "credit_entries_not_zero" CHECK ("credit_entries"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "credit_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"number" text NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"taxes" jsonb NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"status" text NOT NULL,
	"provider_reference" text,
	"created_at" timestamp with time zone NOT NULL,
	"next_try_at" timestamp with time zone,
	CONSTRAINT "credit_notes_number_unique" UNIQUE("number"),
	CONSTRAINT "credit_notes_provider_reference_unique" UNIQUE("provider_reference"),
	CONSTRAINT "credit_notes_reason" CHECK ("credit_notes"."reason" in ('refund', 'withdrawal')),
	CONSTRAINT "credit_notes_status" CHECK ("credit_notes"."status" in ('processing', 'succeeded', 'failed')),
	CONSTRAINT "credit_notes_positive" CHECK ("credit_notes"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_methods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_reference" text NOT NULL,
	"provider_customer" text,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_reference" text,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"failure" text,
	"card" text,
	"card_reference" text,
	"card_customer" text,
	"created_at" timestamp with time zone NOT NULL,
	"settles_at" timestamp with time zone,
	CONSTRAINT "payments_provider_reference_unique" UNIQUE("provider_reference"),
	CONSTRAINT "payments_status" CHECK ("payments"."status" in ('requires_action', 'processing', 'succeeded', 'failed')),
	CONSTRAINT "payments_failure" CHECK ("payments"."failure" in ('declined', 'insufficient-funds', 'expired-card', 'confirmation', 'no-card', 'no-answer')),
	CONSTRAINT "payments_positive" CHECK ("payments"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"provider" text NOT NULL,
	"id" text NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"processed_at" timestamp with time zone,
	CONSTRAINT "provider_events_provider_id_pk" PRIMARY KEY("provider","id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_calls" (
	"key" text PRIMARY KEY NOT NULL,
	"amount" integer NOT NULL,
	"answer" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "withdrawals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"invoice_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"contract" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "withdrawals_invoice_id_unique" UNIQUE("invoice_id"),
	CONSTRAINT "withdrawals_language" CHECK ("withdrawals"."language" in ('en', 'pl'))
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"reason" text DEFAULT 'checkout' NOT NULL,
	"status" text NOT NULL,
	"subscription_id" uuid,
	"period_start" timestamp with time zone,
	"period_end" timestamp with time zone,
	"lines" jsonb NOT NULL,
	"discount" jsonb,
	"credit" integer DEFAULT 0 NOT NULL,
	"credit_change" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"taxes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"currency" text NOT NULL,
	"period" text,
	"terms_version" text NOT NULL,
	"origin" text NOT NULL,
	"provider" text NOT NULL,
	"provider_reference" text,
	"buyer_name" text NOT NULL,
	"buyer_email" text NOT NULL,
	"seller" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"receipt_number" text,
	"next_try_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "invoices_receipt_number_unique" UNIQUE("receipt_number"),
	CONSTRAINT "invoices_reason" CHECK ("invoices"."reason" in ('checkout', 'renewal', 'switch')),
	CONSTRAINT "invoices_status" CHECK ("invoices"."status" in ('open', 'pending', 'paid', 'declined', 'void', 'uncollectible')),
	CONSTRAINT "invoices_period" CHECK ("invoices"."period" in ('monthly', 'yearly')),
	CONSTRAINT "invoices_origin" CHECK ("invoices"."origin" in ('checkout', 'subscribe', 'registration-payment', 'subscription')),
	CONSTRAINT "invoices_not_negative" CHECK ("invoices"."total" >= 0 and "invoices"."credit" >= 0 and "invoices"."tries" >= 0),
	CONSTRAINT "invoices_paid" CHECK ("invoices"."status" <> 'paid' or "invoices"."paid_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "number_series" (
	"series" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
INSERT INTO "invoices" ("id", "user_id", "status", "subscription_id", "period_start", "period_end", "lines", "discount", "total", "currency", "period", "terms_version", "origin", "provider", "provider_reference", "buyer_name", "buyer_email", "created_at", "expires_at", "paid_at", "receipt_number")
SELECT p."id", p."user_id", p."status", s."id", CASE WHEN s."ends_at" IS NOT NULL THEN s."started_at" END, s."ends_at", p."lines", p."discount", p."total", p."currency", p."period", p."terms_version", p."origin", p."provider", p."provider_reference", p."buyer_name", p."buyer_email", p."created_at", p."expires_at", CASE WHEN p."status" = 'paid' THEN coalesce(p."paid_at", p."created_at") END, p."receipt_number"
FROM "purchases" p LEFT JOIN "subscriptions" s ON s."purchase_id" = p."id";--> statement-breakpoint
INSERT INTO "payments" ("id", "invoice_id", "provider", "provider_reference", "amount", "currency", "status", "created_at", "settles_at")
SELECT "id", "purchase_id", "provider", "provider_reference", "amount", "currency", CASE "status" WHEN 'settling' THEN 'processing' WHEN 'settled' THEN 'succeeded' ELSE 'failed' END, "created_at", "settles_at"
FROM "charges";--> statement-breakpoint
INSERT INTO "number_series" ("series", "last") SELECT 'receipt', "last_value" FROM "receipt_numbers" WHERE "is_called";--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_status";--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_purchase_id_purchases_id_fk";
--> statement-breakpoint
ALTER TABLE "subscriptions" DROP CONSTRAINT "subscriptions_purchase_id_purchases_id_fk";
--> statement-breakpoint
DROP INDEX "one_live_subscription";--> statement-breakpoint
ALTER TABLE "discount_codes" ADD COLUMN "periods" integer DEFAULT 1;--> statement-breakpoint
ALTER TABLE "idempotency_keys" RENAME COLUMN "purchase_id" TO "invoice_id";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tax_rate" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "sku" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "anchor_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_sku" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_period" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "next_price" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "discount" jsonb;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "reminded_of" timestamp with time zone;--> statement-breakpoint
-- What was bought so far does not renew: that is what its buyers were told.
UPDATE "subscriptions" SET "anchor_at" = "started_at", "cancel_at_period_end" = true,
"sku" = (SELECT "sku" FROM "products" WHERE "kind" = 'membership' AND "products"."period" = "subscriptions"."period" ORDER BY "on_sale" DESC, "position" LIMIT 1)
WHERE "source" = 'purchase';--> statement-breakpoint
ALTER TABLE "card_setups" ADD CONSTRAINT "card_setups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_entries" ADD CONSTRAINT "credit_entries_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_methods" ADD CONSTRAINT "payment_methods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credit_entries_user" ON "credit_entries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "credit_notes_invoice" ON "credit_notes" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "payment_methods_user" ON "payment_methods" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payments_invoice" ON "payments" USING btree ("invoice_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_payment" ON "payments" USING btree ("invoice_id") WHERE "payments"."status" in ('requires_action', 'processing', 'succeeded');--> statement-breakpoint
CREATE INDEX "invoices_user" ON "invoices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "invoices_next_try" ON "invoices" USING btree ("next_try_at") WHERE "invoices"."next_try_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_invoice_per_period" ON "invoices" USING btree ("subscription_id","period_start") WHERE "invoices"."status" <> 'void';--> statement-breakpoint
CREATE INDEX "invoices_discount_code" ON "invoices" USING btree (("discount" ->> 'code'));--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subscriptions_due" ON "subscriptions" USING btree ("ends_at") WHERE "subscriptions"."status" in ('active', 'past_due');--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_subscription" ON "subscriptions" USING btree ("user_id") WHERE "subscriptions"."status" in ('pending', 'active', 'past_due');--> statement-breakpoint
ALTER TABLE "subscriptions" DROP COLUMN "purchase_id";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_next_period" CHECK ("subscriptions"."next_period" in ('monthly', 'yearly'));--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_status" CHECK ("subscriptions"."status" in ('pending', 'active', 'past_due', 'ended'));--> statement-breakpoint
DROP TABLE "charges";--> statement-breakpoint
DROP TABLE "purchases";--> statement-breakpoint
DROP SEQUENCE "public"."receipt_numbers";