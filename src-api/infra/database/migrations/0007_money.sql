CREATE TABLE "used_trials" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"card_fingerprint" text,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "used_trials_card" UNIQUE("provider","card_fingerprint")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "trial_days" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "on_trial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_trial" CHECK ("products"."trial_days" is null or "products"."kind" = 'membership');