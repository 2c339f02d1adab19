ALTER TABLE "users" ADD COLUMN "demo_password_hash" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "considered_of" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "credit_entries_invoice" ON "credit_entries" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "credit_notes_created" ON "credit_notes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "credit_notes_next_try" ON "credit_notes" USING btree ("next_try_at") WHERE "credit_notes"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_methods_expiring" ON "payment_methods" USING btree ("exp_year","exp_month") WHERE "payment_methods"."reminded_at" is null;--> statement-breakpoint
CREATE INDEX "payments_processing" ON "payments" USING btree ("created_at") WHERE "payments"."status" = 'processing';--> statement-breakpoint
CREATE INDEX "invoices_unpaid_renewals" ON "invoices" USING btree ("expires_at") WHERE "invoices"."status" in ('open', 'declined') and "invoices"."reason" = 'renewal';--> statement-breakpoint
CREATE INDEX "invoices_paid" ON "invoices" USING btree ("paid_at") WHERE "invoices"."receipt_number" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_unconsidered" ON "subscriptions" USING btree ("ends_at") WHERE "subscriptions"."status" = 'active' and "subscriptions"."source" = 'purchase' and not "subscriptions"."cancel_at_period_end" and "subscriptions"."reminded_of" is distinct from "subscriptions"."ends_at" and "subscriptions"."considered_of" is distinct from "subscriptions"."ends_at";--> statement-breakpoint
-- Demo accounts of earlier versions, unless somebody chose another password.
UPDATE "users" SET "demo_password_hash" = "password_hash"
WHERE ("email", "name") IN (('admin@example.com', 'Anna Nowak'), ('member@example.com', 'Marek Lewandowski'), ('user@example.com', 'Sam Carter'), ('judge@example.com', 'Ruth Palmer'), ('reviewer@example.com', 'Ewa Dudek'))
	AND NOT EXISTS (SELECT FROM "audit_entries" WHERE "audit_entries"."subject_id" = "users"."id" AND "audit_entries"."act" IN ('password-changed', 'password-reset'));--> statement-breakpoint
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
CREATE FUNCTION "consider_member_again"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE subscriptions SET considered_of = NULL
	WHERE user_id = coalesce(NEW.user_id, OLD.user_id) AND considered_of IS NOT NULL;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "credit_entries_considered" AFTER INSERT OR UPDATE OR DELETE ON "credit_entries" FOR EACH ROW
EXECUTE FUNCTION "consider_member_again"();--> statement-breakpoint
CREATE TRIGGER "payment_methods_considered" AFTER INSERT OR DELETE ON "payment_methods" FOR EACH ROW
EXECUTE FUNCTION "consider_member_again"();
