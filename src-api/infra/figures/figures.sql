-- Keeps the figures of the board: docs/decisions/0038-board.md.

-- Who joined and left counts in the month of it, and a membership that a late payment revives has not left. Only of a deleted
-- account nobody knows when it was, so it counts in the month in which the change is added up.
CREATE OR REPLACE FUNCTION count_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
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
$$;
CREATE OR REPLACE TRIGGER subscription_counted AFTER INSERT OR DELETE ON subscriptions FOR EACH ROW EXECUTE FUNCTION count_subscription();
CREATE OR REPLACE TRIGGER subscription_counted_again AFTER UPDATE OF status ON subscriptions FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION count_subscription();

-- Receipts of a month, and renewals that were declined and are not tried again.
CREATE OR REPLACE FUNCTION count_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	given_up integer :=
		coalesce(NEW.status = 'declined' AND NEW.reason = 'renewal' AND NEW.next_try_at IS NULL, false)::integer
		- coalesce(OLD.status = 'declined' AND OLD.reason = 'renewal' AND OLD.next_try_at IS NULL, false)::integer;
BEGIN
	IF coalesce(OLD.status, '') = 'paid' AND OLD.total > 0 THEN
		INSERT INTO figure_changes (figure, period, part, amount)
		VALUES ('revenue', to_char(OLD.paid_at AT TIME ZONE 'UTC', 'YYYY-MM'), OLD.currency, -OLD.total);
	END IF;
	IF coalesce(NEW.status, '') = 'paid' AND NEW.total > 0 THEN
		INSERT INTO figure_changes (figure, period, part, amount)
		VALUES ('revenue', to_char(NEW.paid_at AT TIME ZONE 'UTC', 'YYYY-MM'), NEW.currency, NEW.total);
	END IF;
	IF given_up <> 0 THEN
		INSERT INTO figure_changes (figure, period, part, amount) VALUES ('declined-renewals', '', '', given_up);
	END IF;
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER invoice_counted AFTER INSERT OR DELETE ON invoices FOR EACH ROW EXECUTE FUNCTION count_invoice();
CREATE OR REPLACE TRIGGER invoice_counted_again AFTER UPDATE OF status, total, currency, paid_at, next_try_at ON invoices FOR EACH ROW
	WHEN ((OLD.status, OLD.total, OLD.currency, OLD.paid_at, OLD.next_try_at) IS DISTINCT FROM (NEW.status, NEW.total, NEW.currency, NEW.paid_at, NEW.next_try_at))
	EXECUTE FUNCTION count_invoice();

-- What was paid back lowers the revenue of its month; a refund that was refused does not.
CREATE OR REPLACE FUNCTION count_credit_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(OLD.status, 'failed') <> 'failed' THEN
		INSERT INTO figure_changes (figure, period, part, amount)
		VALUES ('revenue', to_char(OLD.created_at AT TIME ZONE 'UTC', 'YYYY-MM'), OLD.currency, OLD.amount);
	END IF;
	IF coalesce(NEW.status, 'failed') <> 'failed' THEN
		INSERT INTO figure_changes (figure, period, part, amount)
		VALUES ('revenue', to_char(NEW.created_at AT TIME ZONE 'UTC', 'YYYY-MM'), NEW.currency, -NEW.amount);
	END IF;
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER credit_note_counted AFTER INSERT OR DELETE ON credit_notes FOR EACH ROW EXECUTE FUNCTION count_credit_note();
CREATE OR REPLACE TRIGGER credit_note_counted_again AFTER UPDATE OF status, amount ON credit_notes FOR EACH ROW
	WHEN ((OLD.status, OLD.amount) IS DISTINCT FROM (NEW.status, NEW.amount)) EXECUTE FUNCTION count_credit_note();

CREATE OR REPLACE FUNCTION count_contact_message() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	unanswered integer := (TG_OP <> 'DELETE' AND NEW.answered_at IS NULL)::integer - (TG_OP <> 'INSERT' AND OLD.answered_at IS NULL)::integer;
BEGIN
	IF unanswered <> 0 THEN
		INSERT INTO figure_changes (figure, period, part, amount) VALUES ('unanswered', '', '', unanswered);
	END IF;
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER contact_message_counted AFTER INSERT OR DELETE OR UPDATE OF answered_at ON contact_messages FOR EACH ROW EXECUTE FUNCTION count_contact_message();

-- Each member counts once a day for an entry; who it was is not kept.
CREATE OR REPLACE FUNCTION count_reading() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO figure_changes (figure, period, part, amount)
	VALUES ('read', to_char(NEW.changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD'), NEW.kind || '/' || NEW.slug, 1);
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER reading_counted AFTER INSERT ON shelf_items FOR EACH ROW WHEN (NEW.type = 'place') EXECUTE FUNCTION count_reading();
CREATE OR REPLACE TRIGGER reading_counted_again AFTER UPDATE OF changed_at ON shelf_items FOR EACH ROW
	WHEN (NEW.type = 'place' AND date_trunc('day', OLD.changed_at, 'UTC') < date_trunc('day', NEW.changed_at, 'UTC')) EXECUTE FUNCTION count_reading();

CREATE OR REPLACE FUNCTION notify_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('figures', '');
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER figures_changed AFTER INSERT ON figure_changes FOR EACH STATEMENT EXECUTE FUNCTION notify_figures();
CREATE OR REPLACE TRIGGER figures_changed AFTER INSERT OR UPDATE OR DELETE ON feature_flags FOR EACH STATEMENT EXECUTE FUNCTION notify_figures();

-- Counts everything from the start, for what was written before the triggers or past them.
CREATE OR REPLACE FUNCTION count_figures_again() RETURNS void LANGUAGE sql AS $$
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
