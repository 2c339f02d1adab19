ALTER TABLE "member_acts" DROP CONSTRAINT "member_acts_actor_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "passkeys" ADD COLUMN "by_password_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "second_factors" ADD COLUMN "by_password_alone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "considered_of" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "credit_entries_invoice" ON "credit_entries" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "credit_notes_created" ON "credit_notes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "credit_notes_next_try" ON "credit_notes" USING btree ("next_try_at") WHERE "credit_notes"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_methods_expiring" ON "payment_methods" USING btree ("exp_year","exp_month") WHERE "payment_methods"."reminded_at" is null;--> statement-breakpoint
CREATE INDEX "payments_processing" ON "payments" USING btree ("created_at") WHERE "payments"."status" = 'processing';--> statement-breakpoint
CREATE INDEX "invoices_unpaid_renewals" ON "invoices" USING btree ("expires_at") WHERE "invoices"."status" in ('open', 'declined') and "invoices"."reason" = 'renewal';--> statement-breakpoint
CREATE INDEX "invoices_paid" ON "invoices" USING btree ("paid_at") WHERE "invoices"."receipt_number" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_unconsidered" ON "subscriptions" USING btree ((case when status = 'active' and source = 'purchase' and not cancel_at_period_end and reminded_of is distinct from ends_at and considered_of is distinct from ends_at then ends_at end));--> statement-breakpoint
-- Demo accounts of earlier versions, unless somebody chose another password.
UPDATE "users" SET "is_demo" = true
WHERE ("email", "name") IN (('admin@example.com', 'Anna Nowak'), ('member@example.com', 'Marek Lewandowski'), ('user@example.com', 'Sam Carter'), ('judge@example.com', 'Ruth Palmer'), ('reviewer@example.com', 'Ewa Dudek'))
	AND NOT EXISTS (SELECT FROM "audit_entries" WHERE "audit_entries"."subject_id" = "users"."id" AND "audit_entries"."act" IN ('password-changed', 'password-reset'));--> statement-breakpoint
-- A password has been enough for those who are no admins; of admins it is not known.
UPDATE "passkeys" SET "by_password_alone" = true WHERE "user_id" IN (SELECT "id" FROM "users" WHERE NOT 'ROLE_ADMIN' = ANY ("roles"));--> statement-breakpoint
UPDATE "second_factors" SET "by_password_alone" = true WHERE "user_id" IN (SELECT "id" FROM "users" WHERE NOT 'ROLE_ADMIN' = ANY ("roles"));--> statement-breakpoint
-- How many days entries of the audit trail are kept at least. src-api/infra/audit/protect-audit.sql replaces it where the trail
-- belongs to a role of its own.
CREATE FUNCTION "audit_least_days"() RETURNS integer LANGUAGE sql STABLE AS $$ SELECT NULL::integer $$;
