ALTER TABLE "passkeys" ADD COLUMN "by_password_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "second_factors" ADD COLUMN "by_password_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "users" SET "is_demo" = true WHERE "demo_password_hash" = "password_hash";--> statement-breakpoint
-- A password has been enough for those who are no admins; of admins it is not known.
UPDATE "passkeys" SET "by_password_alone" = true WHERE "user_id" IN (SELECT "id" FROM "users" WHERE NOT 'ROLE_ADMIN' = ANY ("roles"));--> statement-breakpoint
UPDATE "second_factors" SET "by_password_alone" = true WHERE "user_id" IN (SELECT "id" FROM "users" WHERE NOT 'ROLE_ADMIN' = ANY ("roles"));
