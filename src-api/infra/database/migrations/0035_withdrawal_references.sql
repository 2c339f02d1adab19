ALTER TABLE "withdrawals" ADD COLUMN "claimed_invoice_id" uuid;--> statement-breakpoint
ALTER TABLE "invoices" ADD COLUMN "withdrawal_reference" text;--> statement-breakpoint
-- 64 random bits each, in the form that `newReference` gives. Renewals are no contracts of their own.
UPDATE "invoices" SET "withdrawal_reference" = upper(regexp_replace(left(md5(gen_random_uuid()::text || gen_random_uuid()::text), 16), '(.{4})(.{4})(.{4})(.{4})', '\1-\2-\3-\4'))
WHERE "receipt_number" IS NOT NULL AND "reason" <> 'renewal';--> statement-breakpoint
ALTER TABLE "withdrawals" ADD CONSTRAINT "withdrawals_claimed_invoice_id_invoices_id_fk" FOREIGN KEY ("claimed_invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_withdrawal_reference_unique" UNIQUE("withdrawal_reference");