CREATE TABLE "disputes" (
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"invoice_id" uuid NOT NULL,
	"status" text NOT NULL,
	"ended_membership" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "disputes_provider_reference_pk" PRIMARY KEY("provider","reference"),
	CONSTRAINT "disputes_status" CHECK ("disputes"."status" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
ALTER TABLE "provider_events" DROP CONSTRAINT "provider_events_invoice_id_invoices_id_fk";
--> statement-breakpoint
-- The owner had a mail about each of these; the names of the disputes were not kept, and the messages came within three days.
INSERT INTO "disputes" ("provider", "reference", "invoice_id", "status", "created_at")
SELECT "provider", 'told-' || "id", "invoice_id", 'open', "received_at" - interval '3 days' FROM "provider_events"
WHERE "type" = 'charge.dispute.created' AND "invoice_id" IS NOT NULL;--> statement-breakpoint
DROP INDEX "provider_events_disputes";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "stopped_by_dispute" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_invoice" ON "disputes" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("created_at") WHERE "disputes"."status" = 'open';--> statement-breakpoint
ALTER TABLE "provider_events" DROP COLUMN "invoice_id";