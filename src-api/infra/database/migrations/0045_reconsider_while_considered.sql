-- Waits for a pass of reminders that considers the membership just now, and may have read the credit or card of before.
CREATE OR REPLACE FUNCTION "consider_member_again"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE subscriptions SET considered_of = NULL
	WHERE user_id = coalesce(NEW.user_id, OLD.user_id) AND status = 'active';
	RETURN NULL;
END
$$;
