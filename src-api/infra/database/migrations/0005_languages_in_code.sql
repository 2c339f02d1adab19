ALTER TABLE "set_ups" DROP CONSTRAINT "set_ups_language";--> statement-breakpoint
ALTER TABLE "sign_ups" DROP CONSTRAINT "sign_ups_language";--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_language";--> statement-breakpoint
ALTER TABLE "withdrawals" DROP CONSTRAINT "withdrawals_language";--> statement-breakpoint
ALTER TABLE "contact_messages" DROP CONSTRAINT "contact_messages_language";--> statement-breakpoint
ALTER TABLE "content_texts" DROP CONSTRAINT "content_texts_language";--> statement-breakpoint
ALTER TABLE "content_words" DROP CONSTRAINT "content_words_language";--> statement-breakpoint
ALTER TABLE "judge_notes" DROP CONSTRAINT "judge_notes_language";--> statement-breakpoint
ALTER TABLE "judge_notes" DROP CONSTRAINT "judge_notes_shown_language";--> statement-breakpoint
ALTER TABLE "calendar_addresses" DROP CONSTRAINT "calendar_addresses_language";--> statement-breakpoint
ALTER TABLE "content_entries" ADD COLUMN "stand_in" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
CREATE INDEX "content_entries_stand_in" ON "content_entries" USING btree ("stand_in") WHERE "content_entries"."stand_in" <> 'en';--> statement-breakpoint
ALTER TABLE "set_ups" ADD CONSTRAINT "set_ups_language" CHECK ("set_ups"."language" ~ '^[a-z]{2}$');--> statement-breakpoint
ALTER TABLE "sign_ups" ADD CONSTRAINT "sign_ups_language" CHECK ("sign_ups"."language" ~ '^[a-z]{2}$');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_language" CHECK ("users"."language" ~ '^[a-z]{2}$');--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_language" CHECK ("withdrawals"."language" ~ '^[a-z]{2}$');--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_language" CHECK ("contact_messages"."language" ~ '^[a-z]{2}$');--> statement-breakpoint
ALTER TABLE "content_entries" ADD CONSTRAINT "content_entries_stand_in" CHECK ("content_entries"."stand_in" ~ '^[a-z]{2}$');--> statement-breakpoint
ALTER TABLE "content_texts" ADD CONSTRAINT "content_texts_language" CHECK ("content_texts"."language" ~ '^[a-z]{2}$');--> statement-breakpoint
ALTER TABLE "content_words" ADD CONSTRAINT "content_words_language" CHECK ("content_words"."language" ~ '^[a-z]{2}$');--> statement-breakpoint
ALTER TABLE "judge_notes" ADD CONSTRAINT "judge_notes_language" CHECK ("judge_notes"."language" ~ '^[a-z]{2}$');--> statement-breakpoint
ALTER TABLE "judge_notes" ADD CONSTRAINT "judge_notes_shown_language" CHECK ("judge_notes"."shown_language" ~ '^[a-z]{2}$');--> statement-breakpoint
ALTER TABLE "calendar_addresses" ADD CONSTRAINT "calendar_addresses_language" CHECK ("calendar_addresses"."language" ~ '^[a-z]{2}$');