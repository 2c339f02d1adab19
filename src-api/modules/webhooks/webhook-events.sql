-- What receivers are notified of (docs/decisions/0069-webhooks.md). A message is written in the transaction of its cause, whatever code that is.
-- A receiver that is being deleted is left out instead of failing that transaction. What has a subject is told once about it.
CREATE OR REPLACE FUNCTION record_webhook_event(event_name text, event_data jsonb, event_subject text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO webhook_deliveries (webhook_id, event, data, subject)
	SELECT id, event_name, event_data, event_subject FROM webhooks WHERE event_name = ANY (events) FOR KEY SHARE
	ON CONFLICT DO NOTHING;
END
$$;

CREATE OR REPLACE FUNCTION webhook_time(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

CREATE OR REPLACE FUNCTION webhook_member(member uuid) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object('id', id, 'name', name, 'email', coalesce(email, unproven_email)) FROM users WHERE id = member
$$;

CREATE OR REPLACE FUNCTION webhook_membership(membership subscriptions) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object(
		'membershipId', membership.id,
		'member', webhook_member(membership.user_id),
		'source', membership.source,
		'plan', membership.sku,
		'period', membership.period,
		'price', CASE WHEN membership.price IS NULL THEN NULL ELSE
			jsonb_build_object('amount', membership.price, 'currency', membership.currency) END,
		'endsAt', webhook_time(membership.ends_at))
$$;

-- Accounts that an import or a command makes have accepted no terms: they did not join here.
CREATE OR REPLACE FUNCTION record_member_joined() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM record_webhook_event('member.joined',
		jsonb_build_object('member', webhook_member(NEW.id), 'language', NEW.language));
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER users_webhook AFTER INSERT ON users FOR EACH ROW
WHEN (NEW.terms_version IS NOT NULL) EXECUTE FUNCTION record_member_joined();

CREATE OR REPLACE FUNCTION record_membership_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		PERFORM record_webhook_event(TG_ARGV[0], webhook_membership(OLD));
	ELSE
		PERFORM record_webhook_event(TG_ARGV[0], webhook_membership(NEW),
			-- Once for each renewal: a debit for it can fail again, days after the first.
			CASE TG_ARGV[0] WHEN 'membership.renewal_failed' THEN NEW.id || ' ' || webhook_time(NEW.ends_at) END);
	END IF;
	RETURN NULL;
END
$$;
-- An imported membership began elsewhere.
CREATE OR REPLACE TRIGGER subscriptions_webhook_granted AFTER INSERT ON subscriptions FOR EACH ROW
WHEN (NEW.status = 'active' AND NEW.imported_at IS NULL)
EXECUTE FUNCTION record_membership_event('membership.began');
CREATE OR REPLACE TRIGGER subscriptions_webhook_began AFTER UPDATE ON subscriptions FOR EACH ROW
WHEN (NEW.status = 'active' AND (OLD.status IN ('pending', 'ended') OR (OLD.source = 'grant' AND NEW.source = 'purchase')))
EXECUTE FUNCTION record_membership_event('membership.began');
CREATE OR REPLACE TRIGGER subscriptions_webhook_failed AFTER UPDATE ON subscriptions FOR EACH ROW
WHEN (OLD.status = 'active' AND NEW.status = 'past_due')
EXECUTE FUNCTION record_membership_event('membership.renewal_failed');
CREATE OR REPLACE TRIGGER subscriptions_webhook_ended AFTER UPDATE ON subscriptions FOR EACH ROW
WHEN (OLD.status IN ('active', 'past_due') AND NEW.status = 'ended')
EXECUTE FUNCTION record_membership_event('membership.ended');
-- Its account is deleted.
CREATE OR REPLACE TRIGGER subscriptions_webhook_deleted AFTER DELETE ON subscriptions FOR EACH ROW
WHEN (OLD.status IN ('active', 'past_due'))
EXECUTE FUNCTION record_membership_event('membership.ended');

CREATE OR REPLACE FUNCTION record_membership_renewed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	membership subscriptions;
BEGIN
	SELECT * INTO membership FROM subscriptions WHERE id = NEW.subscription_id;
	PERFORM record_webhook_event('membership.renewed', webhook_membership(membership) ||
		jsonb_build_object('paid', jsonb_build_object('amount', NEW.total, 'currency', NEW.currency)));
	RETURN NULL;
END
$$;
-- Without a period it is a payment for a membership that can no longer be had, which is paid back.
CREATE OR REPLACE TRIGGER invoices_webhook AFTER UPDATE ON invoices FOR EACH ROW
WHEN (OLD.status <> 'paid' AND NEW.status = 'paid' AND NEW.reason = 'renewal' AND NEW.subscription_id IS NOT NULL AND NEW.period_start IS NOT NULL)
EXECUTE FUNCTION record_membership_renewed();

CREATE OR REPLACE FUNCTION record_message_received() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM record_webhook_event('message.received', jsonb_build_object(
		'messageId', NEW.id, 'name', NEW.name, 'email', NEW.email, 'isProven', NEW.is_proven,
		'subject', NEW.subject, 'text', NEW.message, 'language', NEW.language));
	RETURN NULL;
END
$$;
CREATE OR REPLACE TRIGGER contact_messages_webhook AFTER INSERT ON contact_messages FOR EACH ROW
EXECUTE FUNCTION record_message_received();
