DROP INDEX "one_reset_link";--> statement-breakpoint
ALTER TABLE "email_changes" ADD COLUMN "notified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "one_time_tokens_email" ON "one_time_tokens" USING btree ("email");--> statement-breakpoint
UPDATE "email_changes" SET "notified" = EXISTS (SELECT 1 FROM "one_time_tokens" AS "link" WHERE "link"."user_id" = "email_changes"."user_id" AND "link"."purpose" = 'undo-email-change' AND "link"."created_at" >= "email_changes"."created_at");
