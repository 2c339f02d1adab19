ALTER TABLE "bounced_addresses" ADD COLUMN "retried_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "former_readers" ADD COLUMN "reader_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "redirects" DROP COLUMN "created_at";