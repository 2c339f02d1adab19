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
-- What decides about a reminder has changed: it has to be considered again.
CREATE FUNCTION "consider_subscription_again"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.considered_of IS NOT DISTINCT FROM OLD.considered_of THEN
		NEW.considered_of := NULL;
	END IF;
	RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER "subscriptions_considered" BEFORE UPDATE ON "subscriptions" FOR EACH ROW
WHEN (OLD.considered_of IS NOT NULL) EXECUTE FUNCTION "consider_subscription_again"();--> statement-breakpoint
-- Waits for a pass of reminders that considers the membership just now, and may have read the credit or card of before.
CREATE FUNCTION "consider_member_again"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE subscriptions SET considered_of = NULL
	WHERE user_id = coalesce(NEW.user_id, OLD.user_id) AND status = 'active';
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "credit_entries_considered" AFTER INSERT OR UPDATE OR DELETE ON "credit_entries" FOR EACH ROW
EXECUTE FUNCTION "consider_member_again"();--> statement-breakpoint
CREATE TRIGGER "payment_methods_considered" AFTER INSERT OR DELETE ON "payment_methods" FOR EACH ROW
EXECUTE FUNCTION "consider_member_again"();--> statement-breakpoint
-- How long entries are kept at least, where the trail belongs to a role of its own: protect-audit.sql replaces it. It was a setting of
-- the function below, which only a superuser could restore from a backup.
CREATE FUNCTION "audit_least_days"() RETURNS integer LANGUAGE sql STABLE AS $$ SELECT NULL::integer $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "prune_audit_entries"("short_lived" text[], "short" timestamp with time zone, "long" timestamp with time zone)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	least_days interval := make_interval(days => audit_least_days());
BEGIN
	IF least_days IS NOT NULL THEN
		long := least(long, now() - least_days);
		short := least(short, now() - least(least_days, interval '180 days'));
	END IF;
	PERFORM set_config('ringside.audit_prune_before', short::text, true);
	DELETE FROM audit_entries WHERE act = ANY(short_lived) AND at < short;
	PERFORM set_config('ringside.audit_prune_before', long::text, true);
	DELETE FROM audit_entries WHERE at < long;
	PERFORM set_config('ringside.audit_prune_before', '', true);
END
$$;
