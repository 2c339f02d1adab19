DROP INDEX "subscriptions_ended";--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
UPDATE "subscriptions" SET "ended_at" = "ends_at" WHERE "status" = 'ended';--> statement-breakpoint
CREATE INDEX "subscriptions_ended" ON "subscriptions" USING btree ("ended_at") WHERE "subscriptions"."status" = 'ended';--> statement-breakpoint
-- Who joined and left counts in the month of it, and a membership that a late payment revives has not left. Only of a deleted
-- account nobody knows when it was, so it counts in the month in which the change is added up.
CREATE OR REPLACE FUNCTION "count_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	begun integer := (coalesce(NEW.status, '') IN ('active', 'past_due'))::integer - (coalesce(OLD.status, '') IN ('active', 'past_due'))::integer;
	late integer := (coalesce(NEW.status, '') = 'past_due')::integer - (coalesce(OLD.status, '') = 'past_due')::integer;
BEGIN
	IF begun <> 0 THEN
		INSERT INTO figure_changes (figure, period, part, amount) VALUES ('members', '', '', begun);
		IF begun = -1 THEN
			INSERT INTO figure_changes (figure, period, part, amount)
			VALUES ('left', to_char(NEW.ended_at AT TIME ZONE 'UTC', 'YYYY-MM'), '', 1);
		ELSIF coalesce(OLD.status, '') = 'ended' THEN
			INSERT INTO figure_changes (figure, period, part, amount)
			VALUES ('left', to_char(OLD.ended_at AT TIME ZONE 'UTC', 'YYYY-MM'), '', -1);
		ELSE
			INSERT INTO figure_changes (figure, period, part, amount)
			VALUES ('joined', to_char(NEW.started_at AT TIME ZONE 'UTC', 'YYYY-MM'), '', 1);
		END IF;
	END IF;
	IF late <> 0 THEN
		INSERT INTO figure_changes (figure, period, part, amount) VALUES ('past-due', '', '', late);
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
-- Counts everything from the start, for what was written before the triggers or past them.
CREATE OR REPLACE FUNCTION "count_figures_again"() RETURNS void LANGUAGE sql AS $$
	DELETE FROM figure_changes;
	DELETE FROM figures;
	INSERT INTO figures (figure, period, part, amount)
	SELECT 'members', '', '', count(*) FROM subscriptions WHERE status IN ('active', 'past_due')
	UNION ALL SELECT 'past-due', '', '', count(*) FROM subscriptions WHERE status = 'past_due'
	UNION ALL SELECT 'joined', to_char(started_at AT TIME ZONE 'UTC', 'YYYY-MM'), '', count(*) FROM subscriptions WHERE status <> 'pending' GROUP BY 2
	UNION ALL SELECT 'left', to_char(ended_at AT TIME ZONE 'UTC', 'YYYY-MM'), '', count(*) FROM subscriptions WHERE status = 'ended' AND ended_at IS NOT NULL GROUP BY 2
	UNION ALL SELECT 'declined-renewals', '', '', count(*) FROM invoices WHERE status = 'declined' AND reason = 'renewal' AND next_try_at IS NULL
	UNION ALL SELECT 'unanswered', '', '', count(*) FROM contact_messages WHERE answered_at IS NULL
	UNION ALL SELECT 'read', to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), kind || '/' || slug, count(*) FROM shelf_items WHERE type = 'place' GROUP BY 2, 3
	UNION ALL SELECT 'revenue', month, currency, sum(amount) FROM (
		SELECT to_char(paid_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month, currency, total AS amount FROM invoices WHERE status = 'paid'
		UNION ALL SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM'), currency, -amount FROM credit_notes WHERE status <> 'failed'
	) AS booked GROUP BY month, currency;
$$;
