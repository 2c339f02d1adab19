-- What decides about a reminder has changed: it has to be considered again.
CREATE OR REPLACE FUNCTION consider_subscription_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.considered_of IS NOT DISTINCT FROM OLD.considered_of THEN
		NEW.considered_of := NULL;
	END IF;
	RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER subscriptions_considered BEFORE UPDATE ON subscriptions FOR EACH ROW
WHEN (OLD.considered_of IS NOT NULL) EXECUTE FUNCTION consider_subscription_again();

-- Waits for a pass of reminders that considers the membership just now, and may have read the credit or card of before.
CREATE OR REPLACE FUNCTION consider_member_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE subscriptions SET considered_of = NULL
	WHERE user_id = coalesce(NEW.user_id, OLD.user_id) AND status = 'active';
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER credit_entries_considered AFTER INSERT OR UPDATE OR DELETE ON credit_entries FOR EACH ROW
EXECUTE FUNCTION consider_member_again();
CREATE OR REPLACE TRIGGER payment_methods_considered AFTER INSERT OR DELETE ON payment_methods FOR EACH ROW
EXECUTE FUNCTION consider_member_again();
