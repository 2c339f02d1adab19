ALTER TABLE "announcements" DROP CONSTRAINT "announcements_origin";--> statement-breakpoint
ALTER TABLE "content_entries" DROP CONSTRAINT "content_entries_origin";--> statement-breakpoint
ALTER TABLE "content_tags" DROP CONSTRAINT "content_tags_origin";--> statement-breakpoint
ALTER TABLE "content_entries" ALTER COLUMN "published_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_origin" CHECK ("announcements"."origin" in ('folder', 'portal', 'import'));--> statement-breakpoint
ALTER TABLE "content_entries" ADD CONSTRAINT "content_entries_origin" CHECK ("content_entries"."origin" in ('folder', 'portal', 'import'));--> statement-breakpoint
ALTER TABLE "content_tags" ADD CONSTRAINT "content_tags_origin" CHECK ("content_tags"."origin" in ('folder', 'portal', 'import'));