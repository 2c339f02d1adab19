ALTER TABLE "contact_messages" ADD COLUMN "is_proven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- A judge's note is shown under the name that was approved with it; so far that is the present one.
ALTER TABLE "judge_notes" DROP CONSTRAINT "judge_notes_shown";--> statement-breakpoint
ALTER TABLE "judge_notes" ADD COLUMN "author" text;--> statement-breakpoint
ALTER TABLE "judge_notes" ADD COLUMN "shown_author" text;--> statement-breakpoint
UPDATE "judge_notes" SET "author" = "users"."name", "shown_author" = CASE WHEN "shown_at" IS NULL THEN NULL ELSE "users"."name" END
	FROM "users" WHERE "users"."id" = "judge_notes"."user_id";--> statement-breakpoint
ALTER TABLE "judge_notes" ALTER COLUMN "author" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "judge_notes" ADD CONSTRAINT "judge_notes_shown" CHECK (num_nonnulls("judge_notes"."shown_text", "judge_notes"."shown_author", "judge_notes"."shown_language", "judge_notes"."shown_at") in (0, 4));
