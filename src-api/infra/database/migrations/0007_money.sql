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
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" USING btree ("webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" USING btree ("webhook_id","next_try_at") WHERE "webhook_deliveries"."delivered_at" is null and "webhook_deliveries"."given_up_at" is null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_given_up" ON "webhook_deliveries" USING btree ("given_up_at") WHERE "webhook_deliveries"."given_up_at" is not null;