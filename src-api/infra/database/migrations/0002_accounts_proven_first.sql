-- Accounts that have proven no address: those that bought something stay, without a session, and prove
-- it at the next sign-in (docs/decisions/0001-prove-the-address-first.md); the others were never used.
DELETE FROM "users" WHERE "email" IS NULL
	AND NOT EXISTS (SELECT 1 FROM "purchases" WHERE "purchases"."user_id" = "users"."id")
	AND NOT EXISTS (SELECT 1 FROM "subscriptions" WHERE "subscriptions"."user_id" = "users"."id");--> statement-breakpoint
DELETE FROM "sessions" USING "users" WHERE "users"."id" = "sessions"."user_id" AND "users"."email" IS NULL;--> statement-breakpoint
-- Changes of address under way would be proven by a link that no longer exists.
UPDATE "users" SET "pending_email" = NULL WHERE "email" IS NOT NULL;--> statement-breakpoint
-- Of the links the newest reset link of an address stays.
DELETE FROM "one_time_tokens" WHERE "token_hash" NOT IN (
	SELECT DISTINCT ON ("email") "token_hash" FROM "one_time_tokens"
	WHERE "purpose" = 'reset-password' AND "consumed_at" IS NULL
	ORDER BY "email", "created_at" DESC, "token_hash"
);--> statement-breakpoint
CREATE TABLE "email_changes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"email" text NOT NULL,
	"code_hash" text NOT NULL,
	"wrong_tries" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"code_sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_changes_session_id_unique" UNIQUE("session_id")
);
--> statement-breakpoint
CREATE TABLE "sign_ups" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"language" text NOT NULL,
	"plan" text,
	"terms_version" text NOT NULL,
	"code_hash" text NOT NULL,
	"wrong_tries" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"code_sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" RENAME COLUMN "pending_email" TO "unproven_email";--> statement-breakpoint
DROP INDEX "users_pending_email";--> statement-breakpoint
ALTER TABLE "one_time_tokens" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_ups_email" ON "sign_ups" USING btree ("email");--> statement-breakpoint
CREATE INDEX "sign_ups_expiry" ON "sign_ups" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "one_time_tokens_user" ON "one_time_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_reset_link" ON "one_time_tokens" USING btree ("email") WHERE "one_time_tokens"."purpose" = 'reset-password';--> statement-breakpoint
CREATE INDEX "users_unproven_email" ON "users" USING btree ("unproven_email");--> statement-breakpoint
ALTER TABLE "one_time_tokens" DROP COLUMN "consumed_at";--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_purpose" CHECK ("one_time_tokens"."purpose" in ('reset-password', 'undo-email-change'));--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user" CHECK ("one_time_tokens"."user_id" is not null or "one_time_tokens"."purpose" = 'reset-password');--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_one_address" CHECK (num_nonnulls("users"."email", "users"."unproven_email") = 1);