ALTER TABLE "announcements" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;