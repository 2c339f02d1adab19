ALTER TABLE "idempotency_keys" RENAME COLUMN "invoice_id" TO "made_id";--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_invoice_id_invoices_id_fk";
--> statement-breakpoint
-- An admin's acts of the last day are still found by their keys.
INSERT INTO "idempotency_keys" ("user_id", "key", "request_hash", "made_id", "created_at")
SELECT "actor_id", "key", "request_hash", "id", "created_at" FROM "member_acts"
WHERE "actor_id" IN (SELECT "id" FROM "users")
ON CONFLICT DO NOTHING;--> statement-breakpoint
DROP INDEX "member_acts_key";--> statement-breakpoint
ALTER TABLE "credit_notes" ALTER COLUMN "lines" DROP DEFAULT;--> statement-breakpoint
DELETE FROM "provider_events" WHERE "processed_at" IS NULL;--> statement-breakpoint
ALTER TABLE "provider_events" DROP COLUMN "processed_at";--> statement-breakpoint
ALTER TABLE "member_acts" DROP COLUMN "key";--> statement-breakpoint
ALTER TABLE "member_acts" DROP COLUMN "request_hash";--> statement-breakpoint
UPDATE "secrets" SET "name" = 'data-key-fingerprint' WHERE "name" = 'job-key-fingerprint';